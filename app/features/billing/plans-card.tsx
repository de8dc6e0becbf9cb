import type { Cycle } from "db/schema";
import { Badge } from "~/ui/values/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons/icon";
import { Segments } from "~/ui/list/tabs";
import { Time } from "~/ui/values/time";
import { Price, type ShownSubscription } from "./current-plan";
import { cycleOf, isFree, limitText, type Measure, measureTitles, type Plan, plans } from "./plans";
import { choiceAfterPeriod } from "./proration";

const cycles = [
  { cycle: "monthly", title: "Paid monthly" },
  { cycle: "yearly", title: "Paid yearly" },
] as const;

/** The available plans, each with a link to a page that shows the costs before the change. */
export function Plans({ subscription, cycle }: { subscription: ShownSubscription; cycle: Cycle }) {
  const tabs = cycles.map((one) => ({
    title: one.title,
    href: `/settings/plan-billing?cycle=${one.cycle}#plans`,
    current: one.cycle === cycle,
  }));
  return (
    <Card
      heading="h3"
      title="Plans"
      sub="A year costs as much as ten months"
      id="plans"
      aside={<Segments label="How often it is paid" tabs={tabs} />}
    >
      <div className="@container">
        <ul className="grid divide-border @max-2xl:divide-y @2xl:grid-cols-3 @2xl:divide-x">
          {plans.map((plan) => (
            <Offer key={plan.id} plan={plan} cycle={cycleOf(plan, cycle)} subscription={subscription} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Offer({ plan, cycle, subscription }: { plan: Plan; cycle: Cycle; subscription: ShownSubscription }) {
  return (
    <li className="flex flex-col gap-4 p-5">
      <div>
        <h4 className="text-lg font-semibold">{plan.name}</h4>
        <p className="text-sm text-muted">{plan.summary}</p>
        <p className="num mt-2 font-medium">{isFree(plan) ? "Free" : <Price plan={plan.id} cycle={cycle} />}</p>
      </div>
      <ul className="grid gap-1.5 text-sm">
        {Object.entries(plan.limits).map(([measure, limit]) => (
          <li key={measure} className="flex items-start gap-2">
            <Icon name="check" className="mt-0.5 text-primary-text" />
            <span>
              {measureTitles[measure as Measure]}: <span className="num">{limitText(limit)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-auto">
        <Choose plan={plan} cycle={cycle} subscription={subscription} />
      </p>
    </li>
  );
}

function Choose({ plan, cycle, subscription }: { plan: Plan; cycle: Cycle; subscription: ShownSubscription }) {
  const isSame = (one: { plan: string; cycle: Cycle }) => one.plan === plan.id && (one.cycle === cycle || isFree(plan));
  if (isSame(subscription))
    return (
      <Badge family="success" icon="circle-check">
        Current plan
      </Badge>
    );
  if (subscription.nextPlan && isSame(choiceAfterPeriod(subscription)))
    return (
      <Badge icon="clock">
        From <Time value={subscription.periodEnd} />
      </Badge>
    );
  const words = plan.id === subscription.plan ? `Pay ${cycle}` : `Choose ${plan.name}`;
  return (
    <ButtonLink
      variant="outline"
      className="w-full"
      href={`/settings/plan-billing/change?plan=${plan.id}&cycle=${cycle}`}
    >
      {words}
    </ButtonLink>
  );
}
