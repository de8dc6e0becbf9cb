import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { may } from "~/core/access/access.server";
import { requireUser } from "~/auth/session.server";
import { SessionList } from "~/auth/sessions/session-list";
import { sessionsOf } from "~/auth/sessions/session-list.server";
import { customerMoney } from "~/features/payments/customer-money.server";
import { CustomerMoney } from "~/features/payments/parts/customer-money";
import { latestInvoices } from "~/features/invoices/invoices.server";
import { History } from "~/ui/record/history";
import { ownAct } from "~/ui/record/entry-sentence";
import { actsOf } from "~/core/audit/journal.server";
import { mailTroubles } from "~/core/mail/mail.server";
import { UnsentMails } from "~/ui/record/unsent-mails";
import { latestOrders } from "~/features/orders/orders.server";
import { latestTickets } from "~/features/support/tickets/tickets.server";
import { YourTickets } from "~/features/support/parts/your-tickets";
import { Avatar } from "~/ui/values/avatar";
import { ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { classes } from "~/ui/classes";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { LinkList } from "./link-list";
import { PersonInvoices } from "./person-invoices";
import { PersonOrders } from "../parts/person-orders";
import { personFacts } from "../parts/person-facts";
import { hasJobTitle, shownOf } from "../rules.server";

export const meta: MetaFunction = () => [{ title: "Profile · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const sessions = await sessionsOf(request, me.id);
  const user = { ...shownOf(me), links: me.links };
  return {
    user,
    hasJobTitle: hasJobTitle(me),
    sessions,
    orders: await latestOrders(me.id, me),
    invoices: await latestInvoices(me.id, me),
    money: await customerMoney(me.id, me),
    tickets: await latestTickets(me.id, me),
    acts: may(me, "activity") ? await actsOf(me) : undefined,
    unsent: await mailTroubles({ email: me.email }),
  };
}

export default function Profile() {
  const { user, hasJobTitle, sessions, orders, invoices, money, tickets, acts, unsent } =
    useLoaderData<typeof loader>();
  // Staff rarely buy anything, so hide their empty lists.
  const has = (records?: { latest: unknown[] }) => !acts || Boolean(records?.latest.length);
  return (
    <>
      <PageTitle
        title="Profile"
        summary={acts ? "You, as the rest of the team sees you." : "You, and what is yours here."}
        actions={
          <ButtonLink href="/settings" variant="outline" icon="pencil-line">
            Edit
          </ButtonLink>
        }
      />
      <UnsentMails mails={unsent} />
      <Details user={user} hasJobTitle={hasJobTitle} />
      <div className={acts && "with-aside"}>
        {acts && (
          <History
            title="What you did"
            entries={acts}
            more={`/activity?person=${user.id}`}
            line={ownAct}
            className="self-start"
          />
        )}
        <div
          className={classes("grid gap-5", acts ? "content-start max-lg:row-start-1" : "items-start lg:grid-cols-2")}
        >
          <Card
            title="Social media"
            aside={
              <a className="link text-sm" href="/settings/social-media-links">
                {user.links.length > 0 ? "Edit" : "Add links"}
              </a>
            }
          >
            {user.links.length > 0 ? (
              <LinkList links={user.links} />
            ) : (
              <CardBody className="text-sm text-muted">No links yet.</CardBody>
            )}
          </Card>
          {has(orders) && <PersonOrders orders={orders} />}
          {has(invoices) && <PersonInvoices invoices={invoices} />}
          <CustomerMoney money={money} />
          {tickets && has(tickets) && <YourTickets tickets={tickets} />}
          <Card
            title="Where you are logged in"
            aside={
              <a className="link reach text-sm" href="/settings/security">
                Security
              </a>
            }
          >
            <SessionList sessions={sessions} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Details({ user, hasJobTitle }: Pick<Awaited<ReturnType<typeof loader>>, "user" | "hasJobTitle">) {
  const facts = [
    ...personFacts(user, { hasJobTitle }),
    { term: "Member since", value: <Time value={user.createdAt} /> },
  ];
  return (
    <Card className="mb-5">
      <CardBody className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar person={user} size="xl" />
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-xl font-semibold wrap-anywhere">
            <bdi>{user.name}</bdi>
          </p>
          <p className="truncate text-muted">{user.email}</p>
        </div>
        <StatusBadge value={user.status} />
      </CardBody>
      <dl
        className={classes(
          "grid grid-cols-2 gap-x-5 gap-y-3 border-t border-border px-5 py-4",
          facts.length > 4 ? "sm:grid-cols-3 xl:grid-cols-5" : "sm:grid-cols-4",
        )}
      >
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
