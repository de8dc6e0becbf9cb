/** The form of the company's settings. */
import { z } from "zod";
import type { User } from "db/schema";
import { formValues } from "~/core/fields/form-values";
import { rulesOf } from "~/core/fields/rules.server";
import type { Frame } from "~/core/files/files.server";
import { withPicture } from "~/core/files/picture-field.server";
import type { ParsedForm } from "~/core/form/form.server";
import { day, orNone, recordRef } from "~/core/form/rules";
import { today } from "~/core/values/today.server";
import { companyFields } from "./fields";

const prefix = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .max(companyFields.invoicePrefix.max, `Use at most ${companyFields.invoicePrefix.max} characters`)
    .regex(
      /^[A-Z\d]+(?:-[A-Z\d]+)*$/,
      "Use the letters A to Z, digits, and dashes between them, such as INV or RE-2026",
    )
    .optional();

export const CompanyForm = rulesOf(companyFields).extend({
  // A form that was loaded before there was such a field changes nothing.
  invoicePrefix: prefix(),
  creditNotePrefix: prefix(),
  priceTax: rulesOf(companyFields).shape.priceTax.optional(),
  defaultTaxRateId: orNone(recordRef("Choose one of the tax rates")).optional(),
  invoiceLock: rulesOf(companyFields).shape.invoiceLock.optional(),
  closingDate: z
    .union([z.literal(""), day("Enter a date, or nothing")])
    .refine((date) => date <= today(), "Enter a date that is not after today")
    .optional(),
  logo: z.string().optional(),
  removePicture: z.string().optional(),
});

/** Returns the company as form fields, from a record or from the values of a form. */
export const companyValues = formValues(companyFields, "logo", "defaultTaxRateId", "closingDate");

/** Enough pixels for a sheet of paper. */
const frame: Frame = { side: 600, fit: "inside" };

/** Replaces the picture fields of the form with the address of the logo, or null. */
export async function withLogo<Values extends z.output<typeof CompanyForm>>(
  sent: ParsedForm<Values>,
  me: Pick<User, "id" | "access">,
) {
  const form = await withPicture(sent, me, frame, "logo");
  if (!form.ok) return form;
  const { image, ...values } = form.values;
  return { ...form, values: { ...values, logo: image } };
}
