/** The stored data of a payment card and its texts. Browser-safe. */
import type { PaymentMethod } from "db/schema";

/** Returns a title such as "Visa ending in 4242". */
export const cardTitle = ({ brand, lastFour }: Pick<PaymentMethod, "brand" | "lastFour">) =>
  `${brand} ending in ${lastFour}`;

/** Returns an expiry date such as "03/2028". */
export const expiryText = ({ expiryMonth, expiryYear }: Pick<PaymentMethod, "expiryMonth" | "expiryYear">) =>
  `${String(expiryMonth).padStart(2, "0")}/${expiryYear}`;

/** A card is good through the last day of its month, in UTC. */
export const isExpired = (
  { expiryMonth, expiryYear }: Pick<PaymentMethod, "expiryMonth" | "expiryYear">,
  at = new Date(),
) => at.getTime() >= Date.UTC(expiryYear, expiryMonth);
