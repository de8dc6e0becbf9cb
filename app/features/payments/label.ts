import type { Payment } from "db/schema";

export const kindTitles = { payment: "Payment", refund: "Refund", credit: "Applied credit" };

/** Returns what a payment is called, such as "Payment #12", "Refund #13" or "Applied credit #14". */
export const labelOf = ({ id, kind }: Pick<Payment, "id" | "kind">) => `${kindTitles[kind]} #${id}`;
