/** The rules for a card that is added. Not for pages: it loads the library that checks them. */
import { z } from "zod";
import { readCard } from "~/core/values/cards";
import { text } from "~/core/form/rules";
import { isExpired } from "./card";

const expiryExample = "Enter month and year as on the card, such as 04/29";
const cvcExample = "Enter the code of 3 digits on the back of the card, or of 4 on the front of an American Express";

/** Maximum validity of a card, in years. */
const maxYears = 20;

const expiry = z.string({ error: expiryExample }).transform((typed, context) => {
  const [, month, year = ""] = /^\s*(0?[1-9]|1[0-2])\s*[/\s.-]?\s*((?:20)?\d\d)\s*$/.exec(typed) ?? [];
  const read = { expiryMonth: Number(month), expiryYear: 2000 + (Number(year) % 100) };
  const problem = !month
    ? expiryExample
    : isExpired(read)
      ? "This card has expired. Use another one."
      : tooLate(read)
        ? expiryExample
        : undefined;
  if (!problem) return read;
  context.addIssue({ code: "custom", message: problem });
  return z.NEVER;
});

const tooLate = ({ expiryYear }: { expiryYear: number }) => expiryYear > new Date().getUTCFullYear() + maxYears;

const number = z.string({ error: "Enter the card number" }).transform((typed, context) => {
  const read = readCard(typed);
  if (!("problem" in read)) return read;
  context.addIssue({ code: "custom", message: read.problem });
  return z.NEVER;
});

/** Reduces the card number to brand and last four digits; the security code is only validated. */
export const CardForm = z
  .object({
    holder: text({ max: 100, ask: "Enter the name on the card" }),
    cardNumber: number,
    expiry,
    cardCvc: z
      .string({ error: cvcExample })
      .trim()
      .regex(/^\d{3,4}$/, cvcExample),
    asDefault: z.string().optional(),
  })
  .superRefine(({ cardNumber, cardCvc }, context) => {
    const digits = cardNumber.brand === "American Express" ? 4 : 3;
    if (cardCvc.length !== digits)
      context.addIssue({ code: "custom", path: ["cardCvc"], message: `The code of this card has ${digits} digits` });
  });

/** Returns the card fields that are stored. */
export const keptOf = ({ holder, cardNumber, expiry }: z.output<typeof CardForm>) => ({
  holder,
  ...cardNumber,
  ...expiry,
});
