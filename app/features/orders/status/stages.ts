/** The statuses of an order. Browser-safe. An order may also have a status that is not listed here. */
import { sameStatus } from "~/core/values/status";

/** The way of an order, from one step to the next. */
export const steps = ["New", "Pending", "Shipping", "Delivered"] as const;

/** The statuses that users can choose: the regular steps, then "Return" and "Cancelled". */
export const orderStages = [...steps, "Return", "Cancelled"].map((stage, index) => ({
  id: index + 1,
  title: stage,
  value: stage,
}));

/** Rank of each status: an order that was returned or cancelled is at its end. */
export const orderProgress = { New: 0, Pending: 1, Shipping: 2, Delivered: 3, Return: 4, Cancelled: 4 };

/** Returns the index of the status among the regular steps, or −1 if it is none of them. */
export const stepOf = (status: string) => steps.findIndex((step) => sameStatus(step, status));

/** The step that comes next, if there is one. */
export const nextStep = (status: string) => (stepOf(status) < 0 ? undefined : steps[stepOf(status) + 1]);
