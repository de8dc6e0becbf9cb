/** The field of requests that names the currency of their amounts. */
import { z } from "zod";
import { companyCurrency } from "db/company-settings";

/** Returns the rule for a currency in a request: it may be left out, and must be the company's otherwise. */
export const ownCurrency = () =>
  z
    .string("Leave the currency out, or name it by its code, such as EUR")
    .trim()
    .superRefine((code, context) => {
      const own = companyCurrency();
      if (code.toUpperCase() !== own)
        context.addIssue({
          code: "custom",
          message: `This is in another currency. Convert it to ${own}, the company's currency, first`,
        });
    })
    .optional()
    .describe("The company's currency. Amounts in another one are refused.");

/** The currency in responses. */
export const answeredCurrency = () => z.string().describe("Code of the currency of all amounts, such as EUR.");
