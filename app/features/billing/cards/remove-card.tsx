import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { recordId } from "~/core/values/ids";
import { pick } from "~/core/values/pick";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { Form } from "~/ui/owned-form";
import { cardTitle, isExpired } from "./card";
import { CardFacts } from "./cards";
import { findCard, removeCard } from "./payment-methods.server";

export const meta = settingsTitle("Remove card");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "billing");
  const card = (await findCard(recordId(params.id))) ?? notFound("Card not found");
  return {
    card: {
      ...pick(card, "brand", "lastFour", "expiryMonth", "expiryYear", "holder", "isDefault"),
      expired: isExpired(card),
    },
    proof: await reauthenticationFor(request, me),
  };
}

const RemoveForm = z.object(reauthenticationFields);

export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "billing");
  const form = await parseForm(request, RemoveForm);
  if (!form.ok) return rejectForm(form);
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  const { headers } = proof;
  const removed = await removeCard(me, recordId(params.id));
  if (removed.ok)
    return redirectWithToast("/settings/plan-billing", { text: `${cardTitle(removed.row)} was removed` }, headers);
  if (removed.reason === "refused") return rejectForm(form, removed.errors, { status: removed.status ?? 400, headers });
  return redirectWithToast("/settings/plan-billing", { text: "This card was removed already" }, headers);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function RemoveCard() {
  const { card, proof } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <SettingsHead
        title="Remove card"
        lead="It will not be charged any more. What was charged to it stays in the history."
      />
      <ErrorSummary form={form} what="The card was not removed." className="mb-0!" />
      <Card heading="h3" title="This card">
        <CardBody className="grid gap-5">
          <CardFacts card={card} />
          <Form method="post" noValidate className="grid gap-4">
            <ReauthenticationField proof={proof} form={form} />
            <FormButtons cancel="/settings/plan-billing" cancelWords="Keep it">
              <Button variant="destructive" icon="trash-2">
                Remove card
              </Button>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}
