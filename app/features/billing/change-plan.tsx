import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Subscription } from "db/schema";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { pick } from "~/core/values/pick";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody, Facts } from "~/ui/card";
import { ErrorSummary } from "~/ui/form/form";
import { Time } from "~/ui/values/time";
import { Totals } from "~/ui/values/totals";
import { Form } from "~/ui/owned-form";
import { cardTitle } from "./cards/card";
import { changePlan, changeRefusal } from "./change.server";
import { defaultCard } from "./charges.server";
import { NextOne } from "./current-plan";
import { type Choice, choiceTitle, cycleOf, isPlan, planOf, planCurrency } from "./plans";
import { choiceAfterPeriod, quote } from "./proration";
import { currentSubscription, isSame } from "./subscription.server";

export const meta = settingsTitle("Change plan");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "billing");
  const choice = choiceIn(request);
  const before = await currentSubscription();
  const card = await defaultCard();
  return {
    choice,
    before: choiceTitle(before),
    after: choiceTitle(choice),
    /** Whether it is the plan chosen, for now or for the next period. */
    chosen: isSame(choiceAfterPeriod(before), choice),
    kept: isSame(before, choice),
    method: card && cardTitle(card),
    why: await changeRefusal(before, choice),
    ...costsOf(before, choice, new Date()),
    proof: await reauthenticationFor(request, me),
  };
}

/** Returns the costs of a choice at a time, and the form fields that prove which quote the user saw. */
function costsOf(before: Subscription, choice: Choice, at: Date) {
  const { now, from, lines, due, next } = quote(before, choice, at);
  return { offer: { now, from, lines, due, next }, seen: { revision: before.revision, at: at.getTime() } };
}

/** Returns the plan in the URL. Redirects to all plans if there is none; throws a 404 response for an unknown one. */
function choiceIn(request: Request): Choice {
  const requested = new URL(request.url).searchParams;
  const plan = requested.get("plan");
  if (plan === null) throw redirect("/settings/plan-billing", 303);
  if (!isPlan(plan)) notFound("There is no such plan.");
  return { plan, cycle: cycleOf(planOf(plan), requested.get("cycle")) };
}

/** The moment that the costs were reckoned for, in milliseconds. */
const ChangeForm = z.object({
  at: z.string().regex(/^\d{1,15}$/, "Look at the costs again"),
  ...reauthenticationFields,
});

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "billing");
  const choice = choiceIn(request);
  const form = await parseForm(request, ChangeForm);
  if (!form.ok) return rejectForm(form);
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  const { headers } = proof;
  const at = new Date(Number(form.values.at));
  const changed = await changePlan(me, choice, { revision: form.revision, at });
  // Show the costs for the same moment again, so that the next press requests the same charge and not a second one.
  if (!changed.ok && changed.status === 503) {
    const costs = costsOf(await currentSubscription(), choice, at);
    return data(
      { form: { ...pick(form, "fields", "revision"), errors: { "": changed.why } }, costs },
      { status: 503, headers },
    );
  }
  if (!changed.ok)
    return rejectForm({ fields: {}, errors: { "": changed.why } }, {}, { status: changed.status, headers });
  return redirectWithToast("/settings/plan-billing", { text: changed.said }, headers);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

/**
 * Reloads after a rejected form too, so that current costs are shown; not after a failed request, which is retried
 * with the same costs.
 */
export { revalidateWhenAnswered as shouldRevalidate } from "~/core/pages/revalidate";

type Data = Awaited<ReturnType<typeof loader>>;

export default function ChangePlan() {
  const loaded = useLoaderData<typeof loader>();
  const { choice, before, after, chosen, kept, method, why, proof } = loaded;
  const answer = useActionData<typeof action>();
  const form = answer?.form;
  const { offer, seen } = answer && "costs" in answer ? answer.costs : loaded;
  const words = kept ? `Keep ${planOf(choice.plan).name}` : `Change to ${planOf(choice.plan).name}`;
  return (
    <>
      <SettingsHead title={words} lead={kept ? `The plan stays ${after}.` : `From ${before} to ${after}.`} />
      <ErrorSummary form={form} what="The plan was not changed." className="mb-0!" />
      {chosen ? (
        <Chosen after={after} />
      ) : (
        <Card
          heading="h3"
          title={offer.now ? "What it costs now" : "Nothing is charged now"}
          sub={method && offer.due > 0 ? `Charged to ${method}` : undefined}
        >
          <CardBody className="grid gap-6">
            <Costs offer={offer} kept={kept} before={before} after={after} />
            {why ? (
              <Problem why={why} hasCard={method !== undefined} choice={choice} />
            ) : (
              <Form method="post" noValidate className="grid gap-4" key={seen.revision}>
                <input type="hidden" name="revision" value={seen.revision} />
                <input type="hidden" name="at" value={seen.at} />
                <ReauthenticationField proof={proof} form={form} />
                <div className="flex flex-wrap gap-2">
                  <Button>{words}</Button>
                  <Back />
                </div>
              </Form>
            )}
          </CardBody>
        </Card>
      )}
    </>
  );
}

function Back({ first }: { first?: boolean }) {
  return (
    <ButtonLink variant="ghost" href="/settings/plan-billing" className={first ? "flush-start" : undefined}>
      Back to Plan & Billing
    </ButtonLink>
  );
}

function Chosen({ after }: { after: string }) {
  return (
    <Alert>
      <p>
        <strong>{after} is chosen already.</strong> There is nothing to change.
      </p>
      <p className="mt-2">
        <Back first />
      </p>
    </Alert>
  );
}

/** The lines due now, and the next charge. */
function Costs({
  offer: { now, from, lines, due, next },
  kept,
  before,
  after,
}: Pick<Data, "offer" | "kept" | "before" | "after">) {
  return (
    <>
      {now && (
        <Totals
          currency={planCurrency}
          parts={lines.map(({ text, amount }) => ({ label: text, cents: amount }))}
          label="Total due now"
          total={due}
        />
      )}
      {!now && !kept && (
        <p>
          {before} is paid until <Time value={from} /> and stays until then. Until that day this can be taken back.
        </p>
      )}
      <Facts
        className="num"
        facts={[
          ...(kept ? [] : [{ term: `${after} begins`, value: now ? "At once" : <Time value={from} /> }]),
          { term: "Next charge", value: next ? <NextOne next={next} /> : "None" },
        ]}
      />
    </>
  );
}

function Problem({ why, hasCard, choice: { plan, cycle } }: { why: string; hasCard: boolean; choice: Choice }) {
  const back = new URLSearchParams({ back: `/settings/plan-billing/change?plan=${plan}&cycle=${cycle}` });
  return (
    <>
      <Alert family="warning">
        <strong>This cannot be chosen yet.</strong> {why}
      </Alert>
      <div className="flex flex-wrap gap-2">
        {!hasCard && <ButtonLink href={`/settings/plan-billing/cards/create?${back}`}>Add card</ButtonLink>}
        <Back first={hasCard} />
      </div>
    </>
  );
}
