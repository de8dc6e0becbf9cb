import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { countries } from "db/countries";
import type { User } from "db/schema";
import { withResponseHeaders } from "~/auth/reauthentication/confirm.server";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { type ParsedForm, parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Card, CardBody } from "~/ui/card";
import { TextareaField, TextField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { Suggestions } from "~/ui/form/suggestions";
import { SettingsForm } from "~/ui/settings-form";
import { addressOf, saveAddress, addressDigest } from "./address.server";
import { AddressForm } from "./address-rules";
import { currentSubscription } from "./subscription.server";

type Typed = z.output<typeof AddressForm> & { currentPassword?: string };

export const meta = settingsTitle("Billing address");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "billing");
  const address = addressOf(await currentSubscription());
  return { address, seen: addressDigest(address), proof: await reauthenticationFor(request, me) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "billing");
  const form = await parseForm(request, AddressForm.extend(reauthenticationFields));
  if (!form.ok) return rejectForm(form);
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  return withResponseHeaders(proof.headers, () => save(me, form));
}

async function save(me: User, form: Extract<ParsedForm<Typed>, { ok: true }>) {
  const { seen, currentPassword: _, ...address } = form.values;
  const saved = await saveAddress(me, address, seen);
  if (saved.ok) return redirectWithToast("/settings/plan-billing", { text: "The billing address was saved" });
  if (saved.reason === "refused") return rejectForm(form, saved.errors, saved.status);
  const theirs = saved.reason === "stale" ? saved.theirs : address;
  const text = `Somebody else has saved another one meanwhile: ${Object.values(theirs).filter(Boolean).join(", ")}. Save again to replace it with yours below.`;
  return rejectForm({ ...form, fields: { ...form.fields, seen: addressDigest(theirs) } }, { "": text }, 409);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function BillingAddress() {
  const { address, seen: newest, proof } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const seen = String(form?.fields.seen ?? newest);
  return (
    <>
      <SettingsHead
        title="Billing address"
        lead="Stands on every receipt from now on. Earlier ones stay as they were."
      />
      <SettingsForm
        what="The address was not saved."
        save="Save address"
        cancel="/settings/plan-billing"
        origin={{ name: "seen", value: seen }}
        form={form}
      >
        <Card heading="h3" title="Billed to" aside={<RequiredNote />}>
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <TextField
              form={form}
              name="billingName"
              label="Company or name"
              required
              defaultValue={address.billingName}
              autoComplete="organization"
              maxLength={100}
            />
            <TextField
              form={form}
              name="billingEmail"
              type="email"
              label="E-mail"
              defaultValue={address.billingEmail}
              autoComplete="email"
              maxLength={254}
            />
            <TextareaField
              form={form}
              name="billingAddress"
              label="Address"
              required
              rows={3}
              defaultValue={address.billingAddress}
              autoComplete="street-address"
              maxLength={500}
              className="sm:col-span-2"
            />
            <TextField
              form={form}
              name="billingCountry"
              label="Country"
              defaultValue={address.billingCountry}
              list="countries"
              autoComplete="country-name"
              maxLength={80}
            />
            <Suggestions id="countries" of={countries.map((text) => ({ text }))} />
            <TextField
              form={form}
              name="taxId"
              label="Tax ID"
              defaultValue={address.taxId}
              autoComplete="off"
              maxLength={40}
              hint="Such as a VAT number"
            />
            <div className="sm:col-span-2 empty:hidden">
              <ReauthenticationField proof={proof} form={form} />
            </div>
          </CardBody>
        </Card>
      </SettingsForm>
    </>
  );
}
