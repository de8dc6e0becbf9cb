/** Reads the form for a credit note. */
import { z } from "zod";
import type { CreditNote, Invoice } from "db/schema";
import { parseForm } from "~/core/form/form.server";
import { day, money, orNone, text } from "~/core/form/rules";
import { creditReasons, maxReasonLength } from "./fields";
import { quantityOrNone } from "./form-credit";
import { requestedLine } from "./issue.server";

/** A quantity as typed; 0 if nothing was. */
const quantity = z
  .string()
  .default("")
  .transform((typed, context): number => {
    const quantity = quantityOrNone(typed);
    if (quantity !== undefined) return quantity;
    context.addIssue({ code: "custom", message: "Enter a quantity, such as 2 or 1.5" });
    return z.NEVER;
  });

const CreditForm = z
  .object({
    date: day("Enter a date"),
    reason: z.union([z.literal(""), z.enum(creditReasons)], "Choose a reason").default(""),
    details: text({ max: maxReasonLength - 100 }).default(""),
    lines: z.array(
      z.object({
        line: z.coerce.number().int().nonnegative(),
        quantity,
      }),
    ),
    shippingCharge: orNone(money()).optional(),
  })
  .superRefine(({ reason, details }, context) => {
    if (!reason && !details)
      context.addIssue({ code: "custom", path: ["reason"], message: "Choose a reason, or write one below" });
  });

/** Reads a posted form as the values of a credit note for `invoice`. */
export async function readCreditForm(request: Request, { id }: Pick<Invoice, "id">) {
  const form = await parseForm(request, CreditForm);
  if (!form.ok) return form;
  const { reason, details, lines, shippingCharge, date } = form.values;
  const values = {
    invoiceId: id,
    date,
    reason: [reason, details].filter(Boolean).join(": "),
    lines: lines.flatMap(({ line, quantity }) => (quantity ? [requestedLine(line, quantity)] : [])),
    shippingCharge: shippingCharge ?? 0,
  } satisfies Partial<CreditNote>;
  return { ...form, values };
}
