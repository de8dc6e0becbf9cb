import { Fragment, type ReactNode } from "react";
import { howMany } from "~/core/values/noun";
import { type Counted, proof } from "~/ui/chart/counted";
import { Money } from "~/ui/values/money";
import { countText } from "~/features/inbox/boxes";
import type { Brief } from "./brief.server";
import type { Waiting } from "./today.server";

/** More than these are no sentence. */
const maxSentenceParts = 3;

/** Summarizes today's work in one sentence, most urgent first; each part links to its rows. */
export function Sentence({ waiting, late }: { waiting: Waiting; late: Brief["late"] }) {
  const { invoices, tickets, orders, people, stock, unread } = waiting;
  const isLate = late !== undefined && late.value > 0;
  const parts = [
    countSentence(invoices, "invoice is overdue", "invoices are overdue", invoices && <AmountDue by={invoices} />),
    countSentence(late, "ticket waits longer than promised", "tickets wait longer than promised"),
    isLate ? undefined : countSentence(tickets, "ticket is open", "tickets are open"),
    countSentence(orders, "new order waits", "new orders wait"),
    countSentence(people, "person awaits approval", "people await approval"),
    countSentence(stock, "product is low in stock", "products are low in stock"),
  ]
    .filter((part) => part !== undefined)
    .slice(0, maxSentenceParts);
  const messages = unread > 0 && <Unread count={unread} />;
  if (parts.length === 0)
    return <p className="mb-5 text-lg text-muted">{messages || "Nothing waits for you just now."}</p>;
  return (
    <p className="mb-5 max-w-4xl text-lg text-pretty">
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && "; "}
          {part}
        </Fragment>
      ))}
      . {messages}
    </p>
  );
}

const Unread = ({ count }: { count: number }) => (
  <>
    You have{" "}
    <a href="/messages" className="link whitespace-nowrap">
      {countText(count)} unread {count === 1 ? "message" : "messages"}
    </a>
    .
  </>
);

/** Returns a part such as "4 invoices are overdue" followed by `more`, or undefined if there is nothing to count. */
function countSentence(
  counted: Counted | undefined,
  one: string,
  many: string,
  more?: ReactNode,
): ReactNode | undefined {
  if (!counted || counted.value === 0) return undefined;
  return (
    <>
      <a {...proof(counted)} className="link">
        {howMany(counted.value, { one, many })}
      </a>
      {more}
    </>
  );
}

function AmountDue({ by: { total, href } }: { by: NonNullable<Waiting["invoices"]> }) {
  return (
    <>
      ,{" "}
      <a {...proof({ value: total, href, is: "Balance due" })} className="link">
        <Money cents={total} />
      </a>{" "}
      in all
    </>
  );
}
