import type { ReactNode } from "react";
import { userStatuses } from "db/lookups";
import type { User } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { Card, CardBody } from "~/ui/card";
import { RadioField } from "~/ui/form/choices";
import { RequiredNote } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { userFields, userNoun } from "./fields";
import { Suggestions } from "~/ui/form/suggestions";
import { PersonFields } from "./parts/person-fields";
import { PictureField } from "./parts/picture-field";
import type { userValues } from "./rules.server";

type Person = Pick<User, "id" | "uid" | "revision" | "deletedAt" | keyof ReturnType<typeof userValues>>;

const statusMeaning: Record<string, string> = {
  Active: "May sign in, as far as their access goes",
  Pending: "May not sign in. Awaits approval only after registering",
  Banned: "May not sign in; signed out at once",
  Rejected: "Not approved",
};

interface Props {
  /** The user to edit; undefined for a new one. */
  user?: Person;
  /** Why the current user may not change the status; undefined if they may. */
  statusStays?: string;
  /** Why they may not change the address; nothing where they may. */
  emailStays?: string;
  /** Suggested countries, sent from the server because the page has no bytes of script to spare. */
  countries?: readonly string[];
  /** Submitted values and errors of a rejected form post. */
  form?: FormState;
  formKey?: string;
  /** Rendered between the fields and the buttons, which stick to the bottom of the page. */
  children?: ReactNode;
}

/** The form for a new person, or for one that exists. */
export function UserForm({ user, statusStays, emailStays, countries, form, formKey, children }: Props) {
  return (
    <RecordForm
      noun={userNoun}
      list="/users"
      record={user}
      form={form}
      formKey={formKey}
      after={children}
      className="with-aside"
    >
      <div className="grid gap-5">
        <Details user={user} form={form} emailStays={emailStays} countries={countries} />
        <Card title="Picture">
          <CardBody>
            <PictureField person={user} form={form} />
          </CardBody>
        </Card>
      </div>
      <Card title="Status">
        <CardBody>
          <RadioField
            form={form}
            name="status"
            label={<span className="sr-only">{userFields.status.label}</span>}
            defaultValue={user?.status ?? "Active"}
            hint={statusStays}
            options={userStatuses
              .filter(({ value }) => !statusStays || value === user?.status)
              .map(({ value, title }) => ({ value, title, description: statusMeaning[value] }))}
          />
        </CardBody>
      </Card>
    </RecordForm>
  );
}

function Details({
  user,
  form,
  emailStays,
  countries = [],
}: Pick<Props, "user" | "form" | "emailStays" | "countries">) {
  const signsIn = user?.uid != null;
  return (
    <Card title="Details" aside={<RequiredNote />}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <PersonFields
          person={user}
          form={form}
          country={
            <>
              <RecordField of={userFields.country} value={user?.country} form={form} list="countries" />
              <Suggestions id="countries" of={countries.map((text) => ({ text }))} />
            </>
          }
        >
          <RecordField
            of={userFields.email}
            value={user?.email}
            form={form}
            autoComplete="off"
            readOnly={signsIn || emailStays !== undefined}
            hint={signsIn ? "Used to sign in, so only its owner can change it." : emailStays}
          />
        </PersonFields>
        <RecordField of={userFields.taxTreatment} value={user?.taxTreatment} form={form} />
        <RecordField of={userFields.taxNumber} value={user?.taxNumber} form={form} autoComplete="off" />
      </CardBody>
    </Card>
  );
}
