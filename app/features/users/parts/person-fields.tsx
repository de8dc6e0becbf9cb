import type { ReactNode } from "react";
import type { User } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { RecordField } from "~/ui/form/record-field";
import { userFields } from "../fields";

type PersonFieldValues = Pick<User, "name" | "role" | "phone" | "company">;

interface Props {
  /** The person to edit; undefined for a new one. */
  person?: PersonFieldValues;
  form?: FormState;
  /** Set if users edit their own data, so that the browser may autofill it. */
  own?: true;
  hasJobTitle?: boolean;
  /** The field for the country. */
  country: ReactNode;
  /** Rendered after the name field. */
  children?: ReactNode;
}

/** Form fields for a person, used by the directory and by users for themselves. */
export function PersonFields({ person, form, own, hasJobTitle = true, country, children }: Props) {
  const the = (name: keyof PersonFieldValues) => ({ of: userFields[name], value: person?.[name], form });
  return (
    <>
      <RecordField {...the("name")} first autoComplete={own ? "name" : "off"} />
      {children}
      {hasJobTitle && <RecordField {...the("role")} />}
      <RecordField {...the("phone")} autoComplete={own && "tel"} />
      <RecordField {...the("company")} autoComplete={own && "organization"} />
      {country}
    </>
  );
}
