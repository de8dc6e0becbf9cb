import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { workClock } from "db/company-settings";
import { workingHoursText } from "db/work-clock";
import { formatNumber, howMany } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { Card, CardBody } from "~/ui/card";
import { Icon } from "~/ui/icons/icon";
import { channels } from "./channels.server";
import { FaqList } from "./faqs/faq-list";
import { mostReadFaqs, topicCounts } from "./faqs/published.server";
import { Landing } from "./landing";
import { StillStuck } from "./contact-card";
import { ticketCounts } from "./tickets/figures.server";
import { latestTickets } from "./tickets/tickets.server";
import { topicHref, topicLooks } from "./topics";
import { YourTickets } from "./parts/your-tickets";

export const meta: MetaFunction = () => [{ title: "Support · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.view");
  return {
    open: recordId(new URL(request.url).searchParams.get("open")) || undefined,
    topics: await topicCounts(me),
    asked: await mostReadFaqs(me),
    counts: await ticketCounts(me),
    tickets: await latestTickets(me.id, me, 3),
    channels: await channels(),
    hours: workingHoursText(workClock()),
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Overview() {
  const { open, topics, asked, counts, tickets, channels, hours } = useLoaderData<typeof loader>();
  return (
    <>
      <Landing hours={hours} />
      <div className="with-aside">
        <div className="grid min-w-0 gap-6">
          <Topics topics={topics} />
          {asked.faqs.length > 0 && (
            <Card
              title={asked.read ? "Asked most this week" : "What helped most"}
              aside={
                <a className="link reach text-sm" href="/support/faqs">
                  All FAQs
                </a>
              }
            >
              <FaqList faqs={asked.faqs} open={open ?? asked.faqs[0]?.id} single />
            </Card>
          )}
        </div>
        <aside className="grid gap-5" aria-label="Tickets and contact">
          <StillStuck channels={channels} />
          {tickets && <YourTickets tickets={tickets} />}
          {counts.length > 0 && <Counts counts={counts} />}
        </aside>
      </div>
    </>
  );
}

function Topics({ topics }: Pick<Data, "topics">) {
  return (
    <section aria-labelledby="topics">
      <h2 id="topics" className="mb-3 text-lg font-semibold">
        Browse by topic
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {topics.map(({ topic, count }) => (
          <li key={topic} className="card relative flex gap-3.5 p-4 hover:border-border-control">
            <span className="grid size-9 flex-none place-items-center rounded-lg bg-primary-tint text-primary-text">
              <Icon name={topicLooks[topic].icon} />
            </span>
            <div className="min-w-0">
              <h3>
                <a
                  href={topicHref(topic)}
                  className="font-medium after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
                >
                  {topic}
                </a>
              </h3>
              <p className="text-sm text-muted">{topicLooks[topic].text}</p>
              <p className="num mt-1.5 text-xs text-subtle">{howMany(count, "answer")}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Counts({ counts }: Pick<Data, "counts">) {
  return (
    <Card title="Open tickets">
      <CardBody className="grid gap-2 py-3! text-sm">
        {counts.map(({ title, count, href }) => (
          <a
            key={href}
            href={href}
            className="reach flex items-center justify-between gap-4 underline-offset-2 hover:underline"
          >
            {title}
            <span className="num font-medium">{formatNumber(count)}</span>
          </a>
        ))}
      </CardBody>
    </Card>
  );
}
