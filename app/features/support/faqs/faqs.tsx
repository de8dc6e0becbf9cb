import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supportTopics } from "db/lookups";
import { formatNumber, howMany } from "~/core/values/noun";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { searchText } from "~/core/list/list-query.server";
import { isVisit } from "~/core/http/prefetch.server";
import { noteSearch } from "~/core/http/request-context.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Count } from "~/ui/values/badge";
import { Empty } from "~/ui/empty";
import { channels } from "../channels.server";
import { StillStuck } from "../contact-card";
import { matchingTickets } from "../tickets/figures.server";
import { topicHref } from "../topics";
import { SupportHead } from "../parts/support-head";
import { YourTickets } from "../parts/your-tickets";
import { FaqList } from "./faq-list";
import { faqsOf, foundFaqs, topicCounts } from "./published.server";
import { findFaqs } from "./search.server";
import { countMiss } from "./tallies.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.q ? `“${data.q}”` : (data?.topic ?? "FAQs")} · Portico` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "faqs.view");
  const { searchParams } = new URL(request.url);
  const q = searchText(searchParams.get("q"));
  const topic = supportTopics.find(({ value }) => value === searchParams.get("topic"))?.value;
  const { q: meant, found, partial = false } = q ? await findFaqs(me, q) : { q, found: undefined };
  const isMiss = found?.length === 0 || partial;
  if (found) noteSearch({ place: "/support/faqs", term: q, found: meant === q && !partial ? found.length : 0 });
  if (isMiss && isVisit(request)) await countMiss(q);
  return {
    q,
    meant,
    partial,
    topic,
    open: recordId(searchParams.get("open")) || undefined,
    faqs: found ? await foundFaqs(me, found) : await faqsOf(me, topic),
    tickets: q ? await matchingTickets(me, meant) : undefined,
    topics: await topicCounts(me),
    channels: await channels(),
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Faqs() {
  const data = useLoaderData<typeof loader>();
  const { q, topic, topics, channels } = data;
  const may = useMay();
  return (
    <>
      <SupportHead
        isTitleVisible={Boolean(q || topic)}
        title={
          q ? (
            <>
              Answers for <bdi>“{q}”</bdi>
            </>
          ) : (
            (topic ?? "FAQs")
          )
        }
        summary={countOf(data)}
        actions={
          may("support.view") && (
            <ButtonLink variant="outline" icon="pencil-line" href="/support/faqs/manage">
              <span className="max-sm:sr-only">Manage FAQs</span>
            </ButtonLink>
          )
        }
      />
      <div className="with-aside">
        <div className="grid min-w-0 gap-6">{q ? <FaqSearchResults {...data} /> : <ByTopic {...data} />}</div>
        <aside className="grid gap-5" aria-label="Topics and contact">
          <Topics topics={topics} chosen={q ? undefined : topic} all={!q && !topic} />
          <StillStuck channels={channels} />
        </aside>
      </div>
    </>
  );
}

function countOf({ faqs: { length }, q }: Data) {
  if (length === 0) return "No answers";
  return `${howMany(length, "answer")}${q && length > 1 ? ", the closest first" : ""}`;
}

/** Search results: FAQs, then the user's own tickets. */
function FaqSearchResults({ q, meant, partial, faqs, open, tickets }: Data) {
  return (
    <>
      <p role="status" className="-mb-3 text-sm text-muted wrap-anywhere empty:hidden">
        {meant !== q && `No answer has “${q}”, so these have “${meant}”.`}
        {partial && "No answer has all of these words. These are about some of them."}
      </p>
      <section className="card" aria-label="Answers">
        {faqs.length > 0 ? <FaqList faqs={faqs} open={open} /> : <NothingFound q={q} />}
      </section>
      {tickets && tickets.latest.length > 0 && <YourTickets tickets={tickets} title="Your tickets about it" />}
    </>
  );
}

function NothingFound({ q }: { q: string }) {
  return (
    <Empty
      title={
        <>
          No answer contains all words of <bdi>“{q}”</bdi>
        </>
      }
      actions={
        <>
          <ButtonLink icon="plus" href={`/support/create-ticket?${new URLSearchParams({ subject: q }).toString()}`}>
            Create Ticket
          </ButtonLink>
          <ButtonLink variant="outline" href="/support/faqs">
            All FAQs
          </ButtonLink>
        </>
      }
    >
      Try fewer or other words, or ask us.
    </Empty>
  );
}

function ByTopic({ faqs, topic: chosen, topics, open }: Data) {
  const shown = topics
    .map(({ topic }) => ({ topic, faqs: faqs.filter((faq) => faq.topic === topic) }))
    .filter(({ faqs }) => faqs.length > 0);
  if (shown.length === 0) {
    return (
      <section className="card">
        <Empty
          title="No FAQs yet"
          actions={
            <ButtonLink icon="plus" href="/support/faqs/manage/create">
              Write a FAQ
            </ButtonLink>
          }
        >
          Questions that are asked often appear here once their answers are published.
        </Empty>
      </section>
    );
  }
  return shown.map(({ topic, faqs }) => (
    <Card key={topic} title={chosen ? undefined : topic} aria-label={chosen}>
      <FaqList faqs={faqs} open={open} />
    </Card>
  ));
}

function Topics({ topics, chosen, all }: { topics: Data["topics"]; chosen?: string; all: boolean }) {
  const sum = topics.reduce((sum, { count }) => sum + count, 0);
  const ways = [
    { title: "All topics", href: "/support/faqs", count: sum, current: all },
    ...topics.map(({ topic, count }) => ({ title: topic, href: topicHref(topic), count, current: topic === chosen })),
  ];
  return (
    <nav className="card p-2" aria-label="Topics">
      <ul>
        {ways.map(({ title, href, count, current }) => (
          <li key={href}>
            <a
              href={href}
              className="item justify-between aria-[current]:bg-primary-tint aria-[current]:text-primary-text"
              aria-current={current ? "page" : undefined}
            >
              {title}
              <Count>{formatNumber(count)}</Count>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
