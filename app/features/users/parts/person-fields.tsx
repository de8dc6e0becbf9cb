import type { ReactNode } from "react";
import { countries } from "db/countries";
import type { User } from "db/schema";
import { type FormState, fieldText } from "~/core/form/form-state";
import { SelectField } from "~/ui/form/fields";
import { RecordField } from "~/ui/form/record-field";
import { Suggestions } from "~/ui/form/suggestions";
import { userFields } from "../fields";

type PersonFieldValues = Pick<User, "name" | "role" | "phone" | "company" | "country">;

interface Props {
  /** The person to edit; undefined for a new one. */
  person?: PersonFieldValues;
  form?: FormState;
  /** Set if users edit their own data, so that the browser may autofill it. */
  own?: true;
  hasJobTitle?: boolean;
  /** Rendered after the name field. */
  children?: ReactNode;
}

/** Form fields for a person, used by the directory and by users for themselves. */
export function PersonFields({ person, form, own, hasJobTitle = true, children }: Props) {
  const the = (name: keyof PersonFieldValues) => ({ of: userFields[name], value: person?.[name], form });
  return (
    <>
      <RecordField {...the("name")} first autoComplete={own ? "name" : "off"} />
      {children}
      {hasJobTitle && <RecordField {...the("role")} />}
      <RecordField {...the("phone")} autoComplete={own && "tel"} />
      <RecordField {...the("company")} autoComplete={own && "organization"} />
      {own ? (
        <CountrySelect value={String(fieldText(form, "country", person?.country) ?? "")} form={form} />
      ) : (
        <>
          <RecordField {...the("country")} list="countries" />
          <Suggestions id="countries" of={countries.map((text) => ({ text }))} />
        </>
      )}
    </>
  );
}

/** A country of the list, or the one that others wrote by hand, which saving must not change. */
function CountrySelect({ value, form }: { value: string; form?: FormState }) {
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
