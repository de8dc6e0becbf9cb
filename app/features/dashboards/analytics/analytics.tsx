import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { may } from "~/core/access/access.server";
import { requireUser } from "~/auth/session.server";
import { proof, rows } from "~/ui/chart/counted";
import { Time } from "~/ui/values/time";
import { analyticsPages } from "~/features/analytics/pages";
import { analyticsDashboard } from "./analytics.server";
import { analyticsReports, searchedFor } from "./analytics-reports.server";
import { ChartCard, TableCard } from "~/ui/chart/cards";
import { percent } from "../figures";
import { Dashboard } from "../frame";
import { periodIn, shownPeriod } from "../period.server";

export const meta: MetaFunction = () => [{ title: "Analytics · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const period = periodIn(request);
  return {
    period: shownPeriod(period),
    ...(await analyticsDashboard(period, may(me, "people.view"))),
    pages: await analyticsReports.pages.rows(period, 8),
    ...searchedFor(period, 6),
  };
}

export default function Analytics() {
  const { period, figures, visits, countries, browsers, referrers, pages, terms, misses } =
    useLoaderData<typeof loader>();
  const days = `${period.from}..${period.to}`;
  return (
    <Dashboard title="Analytics" path="/analytics" pages={analyticsPages} period={period} figures={figures}>
      <ChartCard
        wide
        tenths={4}
        title="Visits"
        sub="Pages of one browser with less than half an hour between them"
        html={visits}
      />
      <ChartCard tenths={2} title="By browser" html={browsers} />
      <TableCard
        wide
        tenths={4}
        title="Top pages"
        sub="Without which record they showed"
        all={{ href: `/analytics/views?seen=${days}`, title: "All page views" }}
        csv={`/analytics/pages.csv?${period.search}`}
        empty="No page views in this period."
        rows={pages}
        rowKey={({ page }) => page}
        columns={[
          { label: "Page", name: true, className: "font-medium", cell: ({ page }) => <bdi>{page}</bdi> },
          {
            label: "Views",
            end: true,
            cell: ({ views, href }) => (
              <a {...proof({ value: views, href, is: rows })} className="link">
                {formatNumber(views)}
              </a>
            ),
          },
          { label: "Share", end: true, className: "text-muted", cell: ({ share }) => percent(share) },
        ]}
      />
      <Bars title="By country" bars={countries} many="countries" />
      <Bars title="By referrer" bars={referrers} many="sites" />
      <TableCard
        tenths={3}
        title="Search terms"
        sub="And what the last search found"
        all={{ href: `/analytics/searches?searched=${days}`, title: "All" }}
        csv={`/analytics/terms.csv?${period.search}`}
        empty="No searches in this period."
        rows={terms}
        rowKey={({ term }) => term}
        columns={[
          { label: "Searched for", name: true, className: "font-medium", cell: ({ term }) => <bdi>{term}</bdi> },
          { label: "Found", end: true, className: "text-muted", cell: ({ found }) => formatNumber(found) },
          {
            label: "Times",
            end: true,
            cell: ({ times, href }) => (
              <a {...proof({ value: times, href, is: rows })} className="link">
                {formatNumber(times)}
              </a>
            ),
          },
        ]}
      />
      <TableCard
        tenths={3}
        title="Searches without result"
        sub="What people looked for in vain"
        all={{ href: `/analytics/searches?found=nothing&searched=${days}`, title: "All" }}
        csv={`/analytics/misses.csv?${period.search}`}
        empty="Every search in this period had results."
        rows={misses}
        rowKey={({ term }) => term}
        columns={[
          { label: "Searched for", name: true, className: "font-medium", cell: ({ term }) => <bdi>{term}</bdi> },
          {
            label: "Last",
            className: "num text-muted whitespace-nowrap",
            cell: ({ lastAt }) => <Time value={lastAt} />,
          },
          {
            label: "Times",
            end: true,
            cell: ({ times, href }) => (
              <a {...proof({ value: times, href, is: rows })} className="link">
                {formatNumber(times)}
              </a>
            ),
          },
        ]}
      />
    </Dashboard>
  );
}

/** A bar chart of visits, with a note on what it omits. */
function Bars({
  title,
  bars: { html, shown, of },
  many,
}: {
  title: string;
  bars: { html: string; shown: number; of: number };
  many: string;
}) {
  return (
    <ChartCard
      tenths={2}
      title={title}
      sub={of > shown ? `The ${shown} with most visits, of ${of} ${many}` : undefined}
      html={html}
    >
      {of === 0 && <p className="text-sm text-muted">Nobody was here in these days.</p>}
    </ChartCard>
  );
}
