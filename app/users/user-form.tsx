import { Form } from "@remix-run/react";
import { countries, userRoles, userStatuses } from "db/lookups";
import type { FormState } from "~/lib/form-state";
import { Avatar } from "~/ui/avatar";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField, RadioField } from "~/ui/choices";
import { FileField, SelectField, TextField } from "~/ui/fields";
import { ErrorSummary, RequiredNote, SaveBar } from "~/ui/form";
import { userFieldLabels as labels } from "./user";

interface Person {
  id: number;
  name: string;
  email: string;
  role: string;
  status: string;
  country: string;
  phone: string;
  image: string | null;
  uid: string | null;
  revision: number;
}

const statusMeaning: Record<string, string> = {
  Active: "May sign in",
  Pending: "Waits for someone to let them in",
  Banned: "May not sign in; signed out at once",
  Rejected: "Was not let in",
};

/** The form for a new person, or for one that exists. `form` is what came back from a post that was not saved. */
export function UserForm({ user, form, formKey }: { user?: Person; form?: FormState; formKey?: string }) {
  const image = form ? String(form.fields.image ?? "") : (user?.image ?? "");
  return (
    <Form method="post" encType="multipart/form-data" noValidate key={user?.revision} className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ErrorSummary className="mb-0! lg:col-span-2" form={form} what={`The user was not ${user ? "saved" : "created"}.`} />
      {user ? <input type="hidden" name="revision" value={user.revision} /> : <input type="hidden" name="key" value={formKey} />}
      <input type="hidden" name="image" value={image} />

      <Card title="Details" aside={<RequiredNote />} className="self-start">
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="name" label={labels.name} required defaultValue={user?.name} autoComplete="off" maxLength={100} />
          <TextField
            form={form}
            name="email"
            type="email"
            label={labels.email}
            required
            defaultValue={user?.email}
            autoComplete="off"
            maxLength={254}
            readOnly={user?.uid != null}
            hint={user?.uid != null ? "They sign in with this address, so only they can change it." : undefined}
          />
          <SelectField form={form} name="role" label={labels.role} required defaultValue={user?.role ?? ""} placeholder="Choose a role" options={userRoles} />
          <TextField form={form} name="phone" type="tel" label={labels.phone} defaultValue={user?.phone} placeholder="+44 20 5550 0118" maxLength={30} />
          <TextField form={form} name="country" label={labels.country} defaultValue={user?.country} list="countries" maxLength={80} />
          <datalist id="countries">
            {countries.map((country) => (
              <option key={country} value={country} />
            ))}
          </datalist>
        </CardBody>
      </Card>

      <div className="grid content-start gap-5">
        <Card title="Status">
          <CardBody>
          <RadioField
            form={form}
            name="status"
            label={<span className="sr-only">{labels.status}</span>}
            defaultValue={user?.status ?? "Pending"}
            options={userStatuses.map(({ value, title }) => ({ value, title, description: statusMeaning[value] }))}
          />
          </CardBody>
        </Card>
        <Card title="Picture">
          <CardBody className="flex items-start gap-4">
            <Avatar person={{ id: user?.id ?? 0, name: user?.name ?? "", image: image || null }} size="lg" />
            <div className="grid min-w-0 gap-3">
              <FileField form={form} name="picture" label="Choose a picture" accept="image/jpeg,image/png,image/webp" hint="JPEG, PNG or WebP, up to 8 MB." />
              {image && <CheckboxField name="removePicture" label="Remove the picture" />}
            </div>
          </CardBody>
        </Card>
      </div>

      <SaveBar>
        <ButtonLink variant="ghost" href="/users">
          {user ? "Back to users" : "Cancel"}
        </ButtonLink>
        <Button type="submit">{user ? "Save user" : "Create user"}</Button>
      </SaveBar>
    </Form>
  );
}
