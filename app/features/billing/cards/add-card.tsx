import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { newFormKey, parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField } from "~/ui/form/choices";
import { TextField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { SettingsForm } from "~/ui/settings-form";
import { cardTitle } from "./card";
import { CardForm, keptOf } from "./card-rules";
import { addCard, listCards } from "./payment-methods.server";

export const meta = settingsTitle("Add card");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "billing");
  return {
    formKey: newFormKey(),
    isFirst: (await listCards()).length === 0,
    back: backIn(request),
    proof: await reauthenticationFor(request, me),
  };
}

/** Returns where to go after adding a card: the change of plan that needs it, or the overview. */
function backIn(request: Request): string {
  const overview = "/settings/plan-billing";
  const back = samePath(new URL(request.url).searchParams.get("back"), overview);
  return back.startsWith(`${overview}/`) ? back : overview;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "billing");
  const form = await parseForm(request, CardForm.safeExtend(reauthenticationFields));
  if (!form.ok) return rejectForm(form);
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  const { headers } = proof;
  const added = await addCard(me, { ...keptOf(form.values), asDefault: form.values.asDefault !== undefined }, form.key);
  if (!added.ok) return rejectForm(form, added.errors, { status: added.status ?? 400, headers });
  return redirectWithToast(
    backIn(request),
    { text: `${cardTitle(added.row)} was added${added.batch ? "" : " already"}` },
    headers,
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function AddCard() {
  const { formKey, isFirst, back, proof } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <SettingsHead
        title="Add card"
        lead="For what the plan costs. Brand, last four digits, expiry and name are kept; the number and the code are checked and forgotten."
      />
      <SettingsForm
        what="The card was not added."
        save="Add card"
        cancel={back}
        origin={{ name: "key", value: form?.key ?? formKey }}
        version="new"
        form={form}
      >
        <Card heading="h3" title="Card" aside={<RequiredNote />}>
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <TextField
              form={form}
              name="holder"
              label="Name on the card"
              required
              autoComplete="cc-name"
              maxLength={100}
              className="sm:col-span-2"
            />
            <TextField
              form={form}
              name="cardNumber"
              label="Card number"
              required
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="4242 4242 4242 4242"
              maxLength={40}
              dir="ltr"
              className="sm:col-span-2"
            />
            <TextField
              form={form}
              name="expiry"
              label="Expiry"
              required
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="04/29"
              maxLength={9}
              dir="ltr"
              hint="Month and year"
            />
            <TextField
              form={form}
              name="cardCvc"
              label="Security code"
              required
              inputMode="numeric"
              autoComplete="cc-csc"
              maxLength={4}
              dir="ltr"
              hint="3 digits on the back; on an American Express 4 on the front"
            />
            {!isFirst && (
              <CheckboxField
                form={form}
                name="asDefault"
                label="Charge this card from now on"
                className="sm:col-span-2"
              />
            )}
            <div className="sm:col-span-2 empty:hidden">
              <ReauthenticationField proof={proof} form={form} />
            </div>
          </CardBody>
        </Card>
      </SettingsForm>
    </>
  );
}
