import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { pick } from "~/core/values/pick";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Money } from "~/ui/values/money";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { isExpired } from "./cards/card";
import { Cards } from "./cards/cards";
import { readCompany } from "~/features/company/company.server";
import { billedTo, lastDeclined, pageOfCharges } from "./charges.server";
import { CurrentPlan, type ShownSubscription } from "./current-plan";
import { History } from "./history";
import { listCards } from "./cards/payment-methods.server";
import { cycleOf, choiceTitle, planOf, planCurrency } from "./plans";
import { Plans } from "./plans-card";
import { nextCharge } from "./proration";
import { currentSubscription, isRenewalUnpaid } from "./subscription.server";
import { tooSmall, usageAt } from "./usage.server";

export const meta = settingsTitle("Plan & Billing");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "billing");
  const requested = new URL(request.url).searchParams;
  const now = await currentSubscription();
  const company = await readCompany();
  const declined = isRenewalUnpaid(now) ? await lastDeclined(now) : undefined;
  const usage = await usageAt();
  const cards = (await listCards()).map((card) => ({
    ...pick(card, "id", "brand", "lastFour", "expiryMonth", "expiryYear", "holder", "isDefault"),
    expired: isExpired(card),
  }));
  return {
    subscription: pick(now, "plan", "cycle", "periodEnd", "nextPlan", "nextCycle", "credit"),
    next: nextCharge(now),
    declined: declined && pick(declined, "at", "total", "method"),
    usage,
    over: tooSmall(planOf(now.plan), usage),
    /** Billing cycle of the plans on offer. */
    cycle: requested.get("cycle") ?? now.cycle,
    cards,
    billedTo: billedTo(now, company),
    isCompany: now.billingName === "",
    company: company.name,
    history: await pageOfCharges(Number(requested.get("page"))),
  };
}

type Data = Awaited<ReturnType<typeof loader>>;

export default function PlanBilling() {
  const { subscription, next, declined, usage, over, cycle, cards, billedTo, isCompany, company, history } =
    useLoaderData<typeof loader>();
  return (
    <>
      <SettingsHead
        title="Plan & Billing"
        lead={
          <>
            What <bdi>{company}</bdi> has subscribed to, and how it is paid.
          </>
        }
      />
      <Alert>
        <strong>Charges are recorded, not collected.</strong> No payment processor is connected to this Portico: it
        writes down what would be charged, and takes money from nobody.
      </Alert>
      {declined && <Declined {...declined} />}
      {subscription.nextPlan && <Leaving subscription={subscription} nextPlan={subscription.nextPlan} />}
      <CurrentPlan subscription={subscription} next={next} usage={usage} over={over} />
      <Plans subscription={subscription} cycle={cycleOf(planOf("team"), cycle)} />
      <Cards cards={cards} />
      <Card
        heading="h3"
        title="Billing address"
        aside={
          <ButtonLink variant="outline" size="sm" icon="pencil-line" href="/settings/plan-billing/address">
            Edit
          </ButtonLink>
        }
      >
        <CardBody>
          <address className="whitespace-pre-line not-italic wrap-anywhere">{billedTo}</address>
          {isCompany && (
            <p className="mt-2 text-sm text-muted">Nobody has entered another one, so this is the company’s own.</p>
          )}
        </CardBody>
      </Card>
      <History {...history} />
    </>
  );
}

/** The period that should have begun is not paid. */
function Declined({ at, total, method }: NonNullable<Data["declined"]>) {
  return (
    <Alert family="error">
      <Form method="post" action="/settings/plan-billing/pay" className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-72">
          <strong>The last charge was declined.</strong> <Money currency={planCurrency} cents={total} />{" "}
          {method && `to ${method}`} on <Time value={at} clock />. It is tried again every day, and nothing is taken
          away meanwhile. Look after the card, or add another one.
        </p>
        <Button size="sm" variant="outline">
          Try again now
        </Button>
      </Form>
    </Alert>
  );
}

/** Another plan was chosen for the end of the period. */
function Leaving({
  subscription: { plan, cycle, periodEnd, nextCycle },
  nextPlan,
}: {
  subscription: ShownSubscription;
  nextPlan: string;
}) {
  return (
    <Alert family="warning">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-72">
          <strong>
            {choiceTitle({ plan, cycle })} ends on <Time value={periodEnd} />.
          </strong>{" "}
          From then on the plan is {choiceTitle({ plan: nextPlan, cycle: nextCycle ?? "monthly" })}.
        </p>
        <ButtonLink
          size="sm"
          variant="outline"
          icon="undo-2"
          href={`/settings/plan-billing/change?plan=${plan}&cycle=${cycle}`}
        >
          Keep {planOf(plan).name}
        </ButtonLink>
      </div>
    </Alert>
  );
}
