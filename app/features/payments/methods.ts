/** The methods of payments. Browser-safe. */
import { type LookupItem, paymentMethods } from "db/lookups";

/** The methods that forms and `/api` offer for a payment. */
export const receivedBy: readonly (LookupItem & { value: string })[] = [
  ...paymentMethods,
  ...["Bank Transfer", "Cash", "Check"].map((title, place) => ({ id: 11 + place, title, value: title })),
];

/** Returns the method that an invoice names if payments have it, too; "" otherwise. */
export const defaultMethod = (method: string) => (receivedBy.some(({ value }) => value === method) ? method : "");

/** The option of filters that matches all other methods, and none. */
export const otherMethod = "Other";

/** Returns the options of a filter by these methods, the last one for all others and none. */
export const methodOptions = (methods: readonly { value: string; title: string }[]) => [
  ...methods.map(({ value, title }) => ({ value, title })),
  { value: otherMethod, title: "Other or none" },
];

export const methodChoices = methodOptions(receivedBy);

/** The names of these methods. */
export const knownMethods: string[] = receivedBy.map(({ value }) => value);

/** Returns the option of `methodChoices` that counts a method. */
export const methodChoice = (method: string) => (knownMethods.includes(method) ? method : otherMethod);
