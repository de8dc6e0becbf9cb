import type { Payment } from "db/schema";

/** Returns what a payment is called, such as "Payment #12" or "Refund #13". */
export const labelOf = ({ id, kind }: Pick<Payment, "id" | "kind">) =>
  `${kind === "refund" ? "Refund" : "Payment"} #${id}`;
