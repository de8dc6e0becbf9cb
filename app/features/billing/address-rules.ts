/** The rules for a billing address. Not for pages: it loads the library that checks them. */
import { z } from "zod";
import { emailOrNone, longText, text } from "~/core/form/rules";

export const AddressForm = z.object({
  billingName: text({ max: 100, ask: "Enter the name of the company or person who is billed" }),
  billingEmail: emailOrNone(),
  billingAddress: longText({ max: 500, ask: "Enter the address" }),
  billingCountry: text({ max: 80 }),
  taxId: text({ max: 40 }),
  seen: z.string({ error: "Open the page again" }).max(100),
});
