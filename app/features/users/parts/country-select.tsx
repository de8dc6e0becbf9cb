import { countries } from "db/countries";
import { type FormState, fieldText } from "~/core/form/form-state";
import { SelectField } from "~/ui/form/fields";
import { userFields } from "../fields";

/** A country of the list, or the one that others wrote by hand, which saving must not change. */
export function CountrySelect({ country, form }: { country: string; form?: FormState }) {
  const value = String(fieldText(form, "country", country) ?? "");
  const names = value && !countries.includes(value) ? [value, ...countries] : countries;
  return (
    <SelectField
      name="country"
      label={userFields.country.label}
      form={form}
      defaultValue={value}
      placeholder="Choose a country"
      autoComplete="country-name"
      options={names.map((name) => ({ value: name, title: name }))}
    />
  );
}
