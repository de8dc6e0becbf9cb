import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { may } from "~/core/access/access.server";
import { requireUser } from "~/auth/session.server";
import { noteSearch } from "~/core/http/request-context.server";
import { commands, allowedEntries } from "~/shell/palette/entries";
import { noGuess, rank } from "~/shell/palette/rank";
import { Count } from "~/ui/values/badge";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icons/icon";
import { PageTitle } from "~/ui/page-title";
import { findAll, type SearchResult } from "./find.server";
import { SearchHelp } from "./help";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.typed ? `“${data.typed}”` : "Search"} · Portico` },
];

/** Maximum results per kind. */
const maxPerKind = 8;

const pages = commands.filter(({ href }) => href);

/** Searches all kinds of record. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "search");
  const typed = (new URL(request.url).searchParams.get("q") ?? "").replaceAll("\0", "").trim();
  const found = await findAll(typed, maxPerKind, me);
  const total = found.groups.reduce((sum, { count }) => sum + count, 0);
  if (typed) noteSearch({ place: "/search", term: typed.slice(0, 200), found: found.q === typed ? total : 0 });
  const pagesFound = rank(
    typed,
    allowedEntries((permission) => may(me, permission), pages),
    maxPerKind,
    noGuess,
  ).map(({ href, title, detail, icon }) => ({ href, title, detail, icon }));
  return { typed: typed.slice(0, 200), pagesFound, ...found };
}

export default function SearchPage() {
  const { typed, pagesFound, groups, notes } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title="Search" summary="Pages and answers, and the records that you may see." />
      <Form method="get" role="search" className="mb-5 flex max-w-2xl gap-2">
        <label className="with-icon min-w-0 flex-1">
          <span className="sr-only">Search everything</span>
          <Icon name="search" />
          <input
            key={typed}
            className="input"
            type="search"
            name="q"
            defaultValue={typed}
            placeholder="Search everything"
            maxLength={200}
          />
        </label>
        <button className="btn btn-primary">Search</button>
      </Form>
      <div role="status" className="grid gap-1 text-sm text-muted wrap-anywhere not-empty:mb-5">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {groups.length + pagesFound.length > 0 ? (
        <div className="grid gap-5">
          {pagesFound.length > 0 && <FoundPages pages={pagesFound} />}
          {groups.map((group) => (
            <FoundGroup key={group.kind} group={group} />
          ))}
        </div>
      ) : (
        typed !== "" && (
          <div className="card mb-5">
            <Empty title="No results found.">Try fewer or different words, or see below what you can search for.</Empty>
          </div>
        )
      )}
      {groups.length + pagesFound.length === 0 && <SearchHelp />}
    </>
  );
}

/** The count ends the line of its word in either direction. */
function Counted({ title, count }: { title: string; count: number | string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {title} <Count>{count}</Count>
    </span>
  );
}

function FoundPages({ pages }: { pages: SerializeFrom<typeof loader>["pagesFound"] }) {
  return (
    <Card title={<Counted title="Pages" count={pages.length} />}>
      <ul className="flex flex-wrap gap-x-2 gap-y-1 px-3 py-2">
        {pages.map(({ href, title, detail, icon }) => (
          <li key={href}>
            <a href={href} className="flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover">
              <Icon name={icon} />
              <span className="font-medium">{title}</span>
              {detail && <span className="text-sm text-muted">{detail}</span>}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FoundGroup({ group: { kind, title, all, count, more, hits } }: { group: SearchResult["groups"][number] }) {
  const number = `${formatNumber(count)}${more ? "+" : ""}`;
  return (
    <Card
      title={<Counted title={title} count={number} />}
      aside={
        count > hits.length && (
          <a className="link text-sm" href={all}>
            See all {number}
          </a>
        )
      }
    >
      <ul data-kind={kind}>
        {hits.map(({ href, marked: [title, detail] }) => (
          <li key={href} className="border-t border-border first:border-0">
            <a href={href} className="block px-5 py-3 hover:bg-hover focus-visible:-outline-offset-2">
              <bdi className="block font-medium wrap-anywhere" dangerouslySetInnerHTML={{ __html: title }} />
              <bdi className="block truncate text-sm text-muted" dangerouslySetInnerHTML={{ __html: detail }} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
