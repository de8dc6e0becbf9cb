import type { FormFields, FormState } from "~/core/form/form-state";
import { formValues } from "~/core/fields/form-values";
import { productFields } from "./fields";
import type { ProductValues } from "./rules.server";

const plainValues = formValues(productFields, "taxRateId");

/** Returns a product as form fields, from a record or from the values of a form. */
export function productValues(product: Omit<ProductValues, "category"> & { category: string }): FormFields {
  const { features, offers, images, featureImage } = product;
  const rows = features.flatMap(
    ({ name, value }, index) =>
      [
        [`features.${index}.name`, name],
        [`features.${index}.value`, value],
      ] as const,
  );
  return {
    ...plainValues(product),
    ...Object.fromEntries(rows),
    offers: [...offers],
    images: [...images],
    featureImage: featureImage ?? "",
  };
}

/** Props shared by all parts of the form. */
export interface PartProps {
  form?: FormState;
  /** The record as the form's fields; nothing for a new one. */
  record: FormFields;
}

export const valueOf = (record: FormFields, name: string) => valuesOf(record, name)[0];
export const valuesOf = (record: FormFields, name: string): string[] => [record[name] ?? []].flat();

/** Returns the props of a form's field by its name. */
export const fieldOf =
  ({ form, record }: PartProps) =>
  (name: keyof typeof productFields) => ({ of: productFields[name], value: valueOf(record, name), form });
