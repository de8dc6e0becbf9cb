import type { ReactNode } from "react";
import { countries } from "db/countries";
import { userRoles, userStatuses } from "db/lookups";
import type { User } from "db/schema";
import { fieldText, type FormState } from "~/lib/form-state";
import { Avatar } from "~/ui/avatar";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField, RadioField } from "~/ui/choices";
import { FileField, SelectField, TextField } from "~/ui/fields";
import { RequiredNote } from "~/ui/form";
import { RecordForm } from "~/ui/record-form";
import { words } from "~/words";
import { userFields } from "./user-fields";

const { noun, fields } = words.users;

type Person = Pick<User, "id" | "uid" | "revision" | "deletedAt" | keyof ReturnType<typeof userFields>>;

const statusMeaning: Record<string, string> = {
  Active: "May sign in",
  Pending: "Waits for someone to let them in",
  Banned: "May not sign in; signed out at once",
  Rejected: "Was not let in",
};

interface Props {
  /** Who is edited; nobody for a new person. */
  user?: Person;
  /** What came back from a post that was not saved. */
  form?: FormState;
  formKey?: string;
  /** Stands between the form and its buttons, which stay at the bottom of the page. */
  children?: ReactNode;
}

/** The form for a new person, or for one that exists. */
export function UserForm({ user, form, formKey, children }: Props) {
  return (
    <RecordForm noun={noun} list="/users" record={user} form={form} formKey={formKey} after={children} className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-5">
        <Details user={user} form={form} />
        <Picture user={user} form={form} />
      </div>
      <Card title="Status">
        <CardBody>
          <RadioField
            form={form}
            name="status"
            label={<span className="sr-only">{fields.status.label}</span>}
            defaultValue={user?.status ?? "Pending"}
            options={userStatuses.map(({ value, title }) => ({ value, title, description: statusMeaning[value] }))}
          />
        </CardBody>
      </Card>
    </RecordForm>
  );
}

type PartProps = Pick<Props, "user" | "form">;

function Details({ user, form }: PartProps) {
  const signsIn = user?.uid != null;
  const record = user && userFields(user);
  return (
    <Card title="Details" aside={<RequiredNote />}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="name" label={fields.name.label} required defaultValue={record?.name} autoComplete="off" maxLength={100} />
        <TextField
          form={form}
          name="email"
          type="email"
          label={fields.email.label}
          required
          defaultValue={record?.email}
          autoComplete="off"
          maxLength={254}
          readOnly={signsIn}
          hint={signsIn ? "Used to sign in, so only its owner can change it." : undefined}
        />
        <SelectField form={form} name="role" label={fields.role.label} required defaultValue={record?.role ?? ""} placeholder="Choose a role" options={userRoles} />
        <TextField form={form} name="phone" type="tel" label={fields.phone.label} defaultValue={record?.phone} placeholder="+44 20 5550 0118" maxLength={30} />
        <TextField form={form} name="country" label={fields.country.label} defaultValue={record?.country} list="countries" maxLength={80} />
        <datalist id="countries">
          {countries.map((country) => (
            <option key={country} value={country} />
          ))}
        </datalist>
      </CardBody>
    </Card>
  );
}

function Picture({ user, form }: PartProps) {
  const image = String(fieldText(form, "image", user && userFields(user).image) ?? "");
  return (
    <Card title="Picture">
      <CardBody className="flex items-start gap-4">
        <input type="hidden" name="image" value={image} />
        <Avatar person={{ id: user?.id ?? 0, name: user?.name ?? "", image: image || null }} size="xl" />
        <div className="grid min-w-0 gap-3">
          <FileField form={form} name="picture" label="Choose a picture" accept="image/jpeg,image/png,image/webp" hint="JPEG, PNG or WebP, up to 8 MB." />
          {/* Never ticked again after an error: by then the picture is gone from the form, or a new one was sent. */}
          {image && <CheckboxField name="removePicture" label="Remove the picture" />}
        </div>
      </CardBody>
    </Card>
  );
}
