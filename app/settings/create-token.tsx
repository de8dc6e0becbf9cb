import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { config } from "config";
import { ProofField } from "~/auth/proof/proof-field";
import { proofFields, proofFor, prove } from "~/auth/proof/proof.server";
import { requireUser } from "~/auth/session.server";
import { makeToken } from "~/auth/tokens/api-tokens.server";
import { newFormKey, parseForm, unsaved } from "~/lib/form.server";
import { only } from "~/lib/only";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { RadioField } from "~/ui/choices";
import { SelectField, TextField } from "~/ui/fields";
import { ErrorSummary, FormButtons, RequiredNote } from "~/ui/form";
import { SettingsHead, settingsTitle } from "./head";
import { NewToken } from "./new-token";
import { TokenForm } from "./security-rules";

export const meta = settingsTitle("Create API token");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  return { formKey: newFormKey(), proof: await proofFor(request, me), site: config.appUrl };
}

/** The one answer that shows the token is this one: an address that shows it would show it again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const form = await parseForm(request, TokenForm.extend(proofFields));
  if (!form.ok) return unsaved(form);
  const proof = await prove(request, me, form, context);
  if (!proof.ok) return proof.answer;
  const { headers } = proof;
  const made = await makeToken(me, only(form.values, "name", "scope", "life"), form.key ?? newFormKey());
  if (!made.ok) return unsaved({ ...form, key: newFormKey() }, { "": made.why }, { status: 409, headers });
  return data({ made: { ...only(made.row, "name", "scope", "expiresAt"), token: made.token } }, { headers });
}

export { keepForm as clientAction } from "~/lib/unreached";

const scopes = [
  { value: "read", title: "Read", description: "Sees all that you see. Changes nothing." },
  { value: "write", title: "Read and write", description: "May also create, change and delete, as you may." },
];

const lives = [
  { value: "30", title: "30 days" },
  { value: "90", title: "90 days" },
  { value: "365", title: "A year" },
  { value: "never", title: "Never" },
];

export default function CreateToken() {
  const { formKey, proof, site } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  if (result && "made" in result) return <NewToken made={result.made} site={site} />;
  const form = result?.form;
  return (
    <>
      <SettingsHead title="Create API token" lead="For a program that uses the API in your name. It opens the API only, and none of the pages." />
      <ErrorSummary form={form} what="No token was made." className="mb-0!" />
      <Card heading="h3" title="Token" aside={<RequiredNote />}>
        <CardBody>
          <Form method="post" noValidate className="grid gap-4" key={form?.key ?? formKey}>
            <input type="hidden" name="key" value={form?.key ?? formKey} />
            <TextField form={form} name="name" label="Name" required maxLength={60} autoComplete="off" placeholder="Nightly stock report" hint="What will use it. You see the name wherever the token is listed." />
            <RadioField form={form} name="scope" label="What it may do" required defaultValue="read" options={scopes} />
            <SelectField form={form} name="life" label="Expires after" required defaultValue="90" options={lives} className="sm:max-w-60" />
            <ProofField proof={proof} form={form} />
            <FormButtons cancel="/settings/security" atEnd>
              <Button busy={busy}>{busy ? "Creating…" : "Create token"}</Button>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}
