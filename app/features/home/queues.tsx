import { type ReactNode, useState } from "react";
import { formatNumber } from "~/core/values/noun";
import { useMay } from "~/core/access/may";
import { statusPath } from "~/core/values/status";
import { dayCount } from "~/features/career/stages";
import { Avatar } from "~/ui/values/avatar";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { Money } from "~/ui/values/money";
import { Thumb } from "~/ui/values/thumb";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import type { Counted } from "~/ui/chart/counted";
import type { Brief } from "./brief.server";
import type { Waiting } from "./today.server";

interface QueuesProps extends Readonly<Brief["queues"]> {
  waiting: Waiting;
  late: Brief["late"];
  /** A card placed second, after the first queue, where no scrolling is needed to see it. */
  chart: ReactNode;
}

/** The first rows of each queue with their next actions, and the total counts. */
export function Queues({ invoices, tickets, orders, people, stock, waiting, late, chart }: QueuesProps) {
  const may = useMay();
  const [sells, helps] = [may("sales.change"), may("support.change")];
  return (
    <div className="queues">
      <Queue
        title="Overdue invoices"
        count={waiting.invoices}
        all="/invoices?status=overdue&sort=dueDate"
        rows={invoices}
      >
        {invoices.map(({ id, customerId, customerName, customerImage, status, balance, daysLate, sentAt }) => (
          <Row
            key={id}
            face={<Face id={customerId} name={customerName} image={customerImage} />}
            href={`/invoices/${id}/details`}
            name={customerName}
            facts={
              <>
                <span className="code">{id}</span>, <span className="whitespace-nowrap">{dayCount(daysLate)} late</span>
                {sentAt && (
                  <>
                    , sent <Time value={sentAt} relative className="whitespace-nowrap" />
                  </>
                )}
              </>
            }
            amount={<Money cents={balance} />}
            act={
              sells && (
                <>
                  <ButtonLink
                    size="xs"
                    variant="outline"
                    icon="send"
                    href={`/invoices/remind?${new URLSearchParams({ back: "/", ids: id })}`}
                    aria-label={`Remind: ${id}`}
                  >
                    Remind
                  </ButtonLink>
                  <Mark
                    of={`/invoices/${id}`}
                    seen={status}
                    amount={balance}
                    as="complete"
                    icon="circle-check"
                    what={id}
                    bare
                  />
                </>
              )
            }
          />
        ))}
      </Queue>
      {chart}
      <Queue
        count={tickets[0]?.isLate ? late : waiting.tickets}
        title={tickets[0]?.isLate ? "Tickets that wait too long" : "Open tickets"}
        all={tickets[0]?.isLate ? "/support/tickets?answer=late&sort=due" : "/support/tickets?status=Open"}
        rows={tickets}
      >
        {tickets.map(({ id, subject, requester, isLate, lastReplyAt, answerDueAt }) => (
          <Row
            key={id}
            face={<Face {...requester} />}
            href={`/support/tickets/${id}`}
            name={subject}
            facts={
              <>
                <bdi>{requester.name}</bdi>, {isLate ? "answer due " : "written "}
                <Time
                  value={isLate && answerDueAt ? answerDueAt : lastReplyAt}
                  relative
                  className="whitespace-nowrap"
                />
              </>
            }
            act={
              helps && (
                <ButtonLink size="xs" variant="outline" icon="message-square" href={`/support/tickets/${id}#reply`}>
                  Answer
                </ButtonLink>
              )
            }
          />
        ))}
      </Queue>
      <Queue title="New orders" count={waiting.orders} all="/orders?status=New" rows={orders}>
        {orders.map(({ id, customerId, customerName, customerImage, status, totalAmount, createdAt }) => (
          <Row
            key={id}
            face={<Face id={customerId} name={customerName} image={customerImage} />}
            href={`/orders/${id}`}
            name={customerName}
            facts={
              <>
                Order #{id}, <Time value={createdAt} relative className="whitespace-nowrap" />
              </>
            }
            amount={<Money cents={totalAmount} />}
            act={sells && <Mark of={`/orders/${id}`} seen={status} as="Shipping" icon="truck" what={`order #${id}`} />}
          />
        ))}
      </Queue>
      <Queue title="People awaiting approval" count={waiting.people} all="/team/waiting" rows={people}>
        {people.map(({ id, name, image, createdAt }) => (
          <Row
            key={id}
            face={<Face id={id} name={name} image={image} />}
            href={`/team/people/${id}`}
            name={name}
            facts={<Time value={createdAt} relative className="whitespace-nowrap" />}
            act={
              <ButtonLink size="xs" variant="outline" href={`/team/people/${id}/approve`}>
                Approve
              </ButtonLink>
            }
          />
        ))}
      </Queue>
      <Queue title="Low stock" count={waiting.stock} all="/products?stock=low&sort=stock" rows={stock}>
        {stock.map(({ id, title, featureImage, stock }) => (
          <Row
            key={id}
            face={<Thumb src={featureImage} className="size-9!" />}
            href={`/products/${id}/overview`}
            name={title}
            facts={stock === 0 ? "None left" : `${formatNumber(stock)} left`}
            act={
              sells && (
                <ButtonLink size="xs" variant="outline" icon="package" href={`/products/${id}`}>
                  Restock
                </ButtonLink>
              )
            }
          />
        ))}
      </Queue>
    </div>
  );
}

interface QueueProps {
  title: string;
  /** The total number of rows in the queue. */
  count: Counted | undefined;
  /** Address of the full list. */
  all: string;
  rows: { id: number | string }[];
  children: ReactNode;
}

function Queue({ title, count, all, rows, children }: QueueProps) {
  const ids = rows.map(({ id }) => id).join();
  const [shown, setShown] = useState({ ids, changes: 0 });
  if (shown.ids !== ids) setShown({ ids, changes: shown.changes + 1 });
  if (!ids) return null;
  const settling = shown.changes > 0 && `settling-${shown.changes % 2}`; // another name begins anew
  return (
    <Card
      title={title}
      aside={
        <a className="link reach text-sm" href={all} aria-label={`All: ${title}`}>
          See all {count && <span className="num">{formatNumber(count.value)}</span>}
        </a>
      }
    >
      <ul className={classes("flex flex-1 flex-col divide-y divide-border", settling)}>{children}</ul>
    </Card>
  );
}

interface RowProps {
  face: ReactNode;
  href: string;
  name: string;
  facts: ReactNode;
  amount?: ReactNode;
  act?: ReactNode;
}

function Row({ face, href, name, facts, amount, act }: RowProps) {
  return (
    <li className="flex flex-1 items-center gap-3 px-5 py-3">
      {face}
      <div className="min-w-0 flex-1">
        <a href={href} className="primary-cell reach line-clamp-2 wrap-anywhere">
          <bdi>{name}</bdi>
        </a>
        <p className="num text-sm text-muted wrap-anywhere">{facts}</p>
      </div>
      {amount && <span className="num flex-none font-medium">{amount}</span>}
      {act && <div className="no-print flex flex-none gap-2">{act}</div>}
    </li>
  );
}

const Face = ({ id, name, image }: { id: number | null; name: string; image?: string | null }) => (
  <Avatar person={{ id: id ?? 0, name, image }} />
);

interface MarkProps {
  /** Address of the record. */
  of: string;
  seen: string;
  as: "complete" | "Shipping";
  icon: "circle-check" | "truck";
  what: string;
  /** Amount shown next to the button, in cents. */
  amount?: number;
  /** Whether the button shows only its icon, next to a primary action. */
  bare?: boolean;
}

/** Sets a status and comes back here. */
function Mark({ of, seen, amount, as, icon, what, bare }: MarkProps) {
  const words = `Mark as ${as.toLowerCase()}`;
  return (
    <Form method="post" action={statusPath(of, seen, amount)}>
      <input type="hidden" name="back" value="/" />
      <Button
        name="status"
        value={as}
        size="xs"
        variant="outline"
        icon={icon}
        aria-label={`${words}: ${what}`}
        {...(bare ? { className: "btn-icon", title: words } : { children: words })}
      />
    </Form>
  );
}
