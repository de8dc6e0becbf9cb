import type { ReactNode } from "react";
import { countries } from "db/countries";
import { userRoles } from "db/lookups";
import type { User } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { SelectField, TextField } from "~/ui/form/fields";
import { Suggestions } from "~/ui/form/suggestions";
import { words } from "~/words";

const { fields } = words.users;

interface Props {
  /** Whose they are; nobody for a new person. */
  person?: Pick<User, "name" | "role" | "phone" | "country">;
  form?: FormState;
  /** The person is whoever sits before the browser, which may know what to type. */
  own?: true;
  hasJobTitle?: boolean;
  /** Stands behind the name. */
  children?: ReactNode;
}

/** What can be said of a person by anybody, themselves included. */
export function PersonFields({ person, form, own, hasJobTitle = true, children }: Props) {
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={fields.name.label}
        required
        defaultValue={person?.name}
        autoComplete={own ? "name" : "off"}
        maxLength={100}
      />
      {children}
      {hasJobTitle && (
        <SelectField
          form={form}
          name="role"
          label={fields.role.label}
          defaultValue={person?.role ?? ""}
          placeholder="No job title"
          options={userRoles}
        />
      )}
      <TextField
        form={form}
        name="phone"
        type="tel"
        label={fields.phone.label}
        defaultValue={person?.phone}
        placeholder="+44 20 5550 0118"
        autoComplete={own && "tel"}
        maxLength={30}
      />
      <TextField
        form={form}
        name="country"
        label={fields.country.label}
        defaultValue={person?.country}
        list="countries"
        autoComplete={own && "country-name"}
        maxLength={80}
      />
      <Suggestions id="countries" of={countries.map((text) => ({ text }))} />
    </>
  );
}
