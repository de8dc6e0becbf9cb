import { formatNumber } from "~/core/values/noun";
import { ButtonLink } from "~/ui/button";
import { Money } from "~/ui/values/money";
import { PageTitle } from "~/ui/page-title";
import { RecordList } from "~/ui/list/record-list";
import { Day } from "~/ui/values/time";
import { YourTickets } from "~/features/support/parts/your-tickets";
import { PersonOrders } from "~/features/users/parts/person-orders";
import type { ownHomeOf } from "./client-home.server";

type OwnHomeProps = { name: string } & Awaited<ReturnType<typeof ownHomeOf>>;

/** The client's home page: open invoices, orders, tickets, and a link to ask for help. */
export function OwnHome({
  name,
  invoices: { open, count, due },
  money: { overdue, credit },
  orders,
  tickets,
}: OwnHomeProps) {
  return (
    <>
      <PageTitle
        title={`Hello, ${name.split(/\s+/)[0] ?? name}`}
        summary={
          <>
            {count === 0 ? (
              "Nothing to pay."
            ) : (
              <>
                You have {count === 1 ? "one open invoice" : `${formatNumber(count)} open invoices`}:{" "}
                <Money cents={due} className="font-medium text-text" /> in all
                {overdue > 0 && (
                  <>
                    , of which <Money cents={overdue} className="font-medium text-error-text" /> is overdue
                  </>
                )}
                .
              </>
            )}
            {credit > 0 && (
              <>
                {" "}
                You have <Money cents={credit} className="font-medium text-text" /> of credit.
              </>
            )}
          </>
        }
        actions={
          <ButtonLink icon="message-square" href="/support/create-ticket">
            Ask a question
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <RecordList
            title="To pay"
            empty="Nothing to pay."
            more={{ text: "All invoices", href: "/invoices" }}
            records={open.map(({ id, state, dueDate, balance }) => ({
              href: `/invoices/${id}/details`,
              title: id,
              status: state,
              when: (
                <>
                  Due <Day value={dueDate} />
                </>
              ),
              cents: balance,
            }))}
          />
          <YourTickets
            title="Open questions"
            tickets={{ latest: tickets, all: { text: "All tickets", href: "/support/tickets" } }}
          />
        </div>
        <PersonOrders orders={orders && { ...orders, all: { text: "All orders", href: "/orders" } }} />
      </div>
    </>
  );
}
