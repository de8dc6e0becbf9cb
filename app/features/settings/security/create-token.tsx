import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { config } from "config";
import { type AccessArea, accessAreas, type AreaAccess } from "db/lookups";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { makeToken, repeatedToken } from "~/auth/tokens/api-tokens.server";
import { areasOf, intersectAreas, type TokenScopes } from "~/auth/tokens/scopes";
import { newFormKey, parseForm, rejectForm } from "~/core/form/form.server";
import { pick } from "~/core/values/pick";
import { Card, CardBody } from "~/ui/card";
import { SelectField, TextField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { SettingsForm } from "~/ui/settings-form";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { NewToken } from "./new-token";
import { ScopeFields } from "./scope-fields";
import { TokenForm } from "./security-rules";
import { useNavigation } from "~/ui/navigation";

export const meta = settingsTitle("Create API token");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  return {
    formKey: newFormKey(),
    proof: await reauthenticationFor(request, me),
    site: config.appUrl,
    areas: areasOf(me),
  };
}

/** The one answer that shows the token is this one: an address that shows it would show it again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, TokenForm.extend(reauthenticationFields));
  if (!form.ok) return rejectForm(form);
  const scopes = { areas: chosen(form.values), access: form.values.access === "on" };
  const wrong = scopeErrors(areasOf(me), scopes);
  if (wrong) return rejectForm(form, wrong);
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  const { headers } = proof;
  const wanted = { ...pick(form.values, "name", "life"), ...scopes };
  const key = form.key ?? newFormKey();
  const repeated = await repeatedToken(me, wanted, key);
  if (repeated) return rejectForm({ ...form, key: repeated.key }, { "": repeated.why }, { status: 409, headers });
  const made = await makeToken(me, wanted, key);
  if (!made.ok) return rejectForm({ ...form, key: newFormKey() }, { "": made.why }, { status: 409, headers });
  return data({ made: { ...pick(made.row, "name", "areas", "access", "expiresAt"), token: made.token } }, { headers });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

const chosen = (values: Partial<Record<AccessArea, string>>): AreaAccess =>
  Object.fromEntries(accessAreas.flatMap(({ value }) => (values[value] ? [[value, values[value]]] : [])));

/** Returns errors by field for scopes that exceed the user's own access or are incomplete. */
function scopeErrors(mine: AreaAccess, { areas, access }: TokenScopes): Record<string, string> | undefined {
  const first = accessAreas.find(({ value }) => mine[value]);
  if (first && Object.keys(areas).length === 0) return { [first.value]: "Choose at least one area" };
  const beyond = accessAreas.filter(({ value }) => areas[value] && intersectAreas(mine, areas)[value] !== areas[value]);
  if (beyond.length > 0)
    return Object.fromEntries(
      beyond.map(({ value, title }) => [value, `Your own access to ${title.toLowerCase()} does not go that far`]),
    );
  return access && areas.people !== "change"
    ? { access: "For this the token must be able to change people" }
    : undefined;
}

const lifetimes = [
  { value: "30", title: "30 days" },
  { value: "90", title: "90 days" },
  { value: "365", title: "A year" },
];

export default function CreateToken() {
  const { formKey, proof, site, areas } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const form = result && "form" in result ? result.form : undefined;
  if (result && "made" in result) return <NewToken made={result.made} site={site} />;
  return (
    <>
      <SettingsHead
        title="Create API token"
        lead="For a program that uses the API in your name. It opens the API only, and none of the pages."
      />
      <SettingsForm
        what="No token was made."
        save={busy ? "Creating…" : "Create token"}
        isBusy={busy}
        cancel="/settings/security"
        origin={{ name: "key", value: form?.key ?? formKey }}
        version={form?.key ?? "new"} // no draft: no answer would end one
        form={form}
      >
        <Card heading="h3" title="Token" aside={<RequiredNote />}>
          <CardBody className="grid gap-4">
            <TextField
              form={form}
              name="name"
              label="Name"
              required
              maxLength={60}
              autoFocus={!form}
              autoComplete="off"
              placeholder="Nightly stock report"
              hint="What will use it. You see the name wherever the token is listed."
            />
            <ScopeFields areas={areas} form={form} />
            <SelectField
              form={form}
              name="life"
              label="Expires after"
              required
              defaultValue="90"
              options={lifetimes}
              className="sm:max-w-60"
            />
            <ReauthenticationField proof={proof} form={form} />
          </CardBody>
        </Card>
      </SettingsForm>
    </>
  );
}
