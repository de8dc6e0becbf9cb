/** Where an order can be. Browser-safe. A status may be a word that is not here. */
import { sameStatus } from "~/core/values/status";

/** The way of an order, from one step to the next. */
export const steps = ["New", "Pending", "Shipping", "Delivered"] as const;

/** What people can set a status to: the way, and what else becomes of orders. */
export const orderStages = [...steps, "Return", "Cancelled"].map((stage, place) => ({
  id: place + 1,
  title: stage,
  value: stage,
}));

/** How far along the way a status is, from 0; −1 for what is beside it. */
export const stepOf = (status: string) => steps.findIndex((step) => sameStatus(step, status));

/** The step that comes next, if there is one. */
export const nextStep = (status: string) => (stepOf(status) < 0 ? undefined : steps[stepOf(status) + 1]);
