import type { Subscription } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/values/badge";
import { Bar } from "~/ui/values/bar";
import { Card, CardBody, Facts } from "~/ui/card";
import { Money } from "~/ui/values/money";
import { Time } from "~/ui/values/time";
import { choiceTitle, isFree, limitText, type Plan, planOf, planCurrency } from "./plans";
import type { NextCharge } from "./proration";
import type { Usage } from "./usage.server";

/** The part of the subscription that the overview shows. */
export type ShownSubscription = Pick<
  Subscription,
  "plan" | "cycle" | "periodEnd" | "nextPlan" | "nextCycle" | "credit"
>;

interface Props {
  subscription: ShownSubscription;
  next: NextCharge | undefined;
  usage: Usage[];
  /** A sentence that the usage exceeds the plan; undefined if it does not. */
  over: string | undefined;
}

/** The current plan with its next charge and usage. */
export function CurrentPlan({ subscription, next, usage, over }: Props) {
  const plan = planOf(subscription.plan);
  return (
    <Card
      heading="h3"
      title="Current plan"
      sub={plan.summary}
      aside={<Badge family="primary">{choiceTitle(subscription)}</Badge>}
    >
      <CardBody className="@container">
        <div className="grid gap-6 @lg:grid-cols-[minmax(0,1fr)_16rem] @2xl:gap-x-10">
          <ul className="grid content-start gap-2.5 has-[.bar]:gap-4">
            {usage.map((one) => (
              <Used key={one.measure} {...one} plan={plan} />
            ))}
          </ul>
          <Facts className="num content-start" facts={factsOf(subscription, plan, next)} />
          {over && (
            <Alert family="warning" className="@lg:col-span-2">
              <strong>{over}</strong> Everything goes on working; a larger plan is for that much.
            </Alert>
          )}
        </div>
      </CardBody>
    </Card>
  );
}

function Used({ measure, title, used, href, plan }: Usage & { plan: Plan }) {
  const limit = plan.limits[measure];
  return (
    <li>
      <p className="flex not-last:mb-1.5 flex-wrap justify-between gap-x-3 text-sm leading-5">
        <span className="text-muted">{title}</span>
        <span className="num">
          <a className="link" href={href} aria-label={`${title}: ${formatNumber(used)}`}>
            {formatNumber(used)}
          </a>
          {limit === undefined ? ", no limit" : ` of ${limitText(limit)}`}
        </span>
      </p>
      {limit !== undefined && <Bar part={used} whole={limit} over={used > limit} />}
    </li>
  );
}

function factsOf({ plan: id, cycle, periodEnd, credit }: ShownSubscription, plan: Plan, next: NextCharge | undefined) {
  return [
    { term: "Price", value: isFree(plan) ? "Free" : <Price plan={id} cycle={cycle} /> },
    ...(isFree(plan) ? [] : [{ term: "Paid until", value: <Time value={periodEnd} /> }]),
    { term: "Next charge", value: next ? <NextOne next={next} /> : "None" },
    ...(credit > 0 ? [{ term: "Credit", value: <Money currency={planCurrency} cents={credit} /> }] : []),
  ];
}

/** A price such as "$29.00 a month". */
export function Price({ plan, cycle }: Pick<ShownSubscription, "plan" | "cycle">) {
  return (
    <>
      <Money currency={planCurrency} cents={planOf(plan).price[cycle]} /> a {cycle === "yearly" ? "year" : "month"}
    </>
  );
}

/** The next charge, such as "$29.00 on 21 Dec 2026". */
export function NextOne({ next: { amount, at } }: { next: NextCharge }) {
  return (
    <>
      <Money currency={planCurrency} cents={amount} /> on <Time value={at} />
    </>
  );
}
