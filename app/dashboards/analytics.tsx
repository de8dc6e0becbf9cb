import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { proof, rows } from "~/ui/chart/counted";
import { Time } from "~/ui/time";
import { analyticsPages } from "~/visits/pages";
import { analyticsDashboard } from "./analytics.server";
import { analyticsReports } from "./analytics-reports.server";
import { ChartCard, comparedWith, TableCard } from "./cards";
import { percent } from "./figures";
import { Dashboard } from "./frame";
import { periodIn, shownPeriod } from "./period.server";

export const meta: MetaFunction = () => [{ title: "Analytics · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const period = periodIn(request);
  return {
    period: shownPeriod(period),
    ...(await analyticsDashboard(period)),
    pages: await analyticsReports.pages.rows(period, 8),
    terms: await analyticsReports.terms.rows(period, 6),
    misses: await analyticsReports.misses.rows(period, 6),
  };
}

export default function Analytics() {
  const { period, figures, visits, countries, browsers, referrers, pages, terms, misses } = useLoaderData<typeof loader>();
  const days = `${period.from}..${period.to}`;
  return (
    <Dashboard title="Analytics" path="/analytics" pages={analyticsPages} period={period} figures={figures}>
      <ChartCard
        wide
        title="Visits"
        sub="Pages of one browser with less than half an hour between them"
        html={visits}
        legend={comparedWith(period.versus)}
      />
      <ChartCard title="By browser" html={browsers} />
      <TableCard
        wide
        title="Top pages"
        sub="Without which record they showed"
        all={{ href: `/analytics/views?seen=${days}`, title: "All page views" }}
        csv={`/analytics/pages.csv?${period.search}`}
        empty="No page was looked at in these days."
        rows={pages}
        rowKey={({ page }) => page}
        columns={[
          { label: "Page", className: "font-medium", cell: ({ page }) => <bdi>{page}</bdi> },
          { label: "Views", end: true, cell: ({ views, href }) => <a {...proof({ value: views, href, is: rows })} className="link">{views.toLocaleString("en-US")}</a> },
          { label: "Share", end: true, className: "text-muted", cell: ({ share }) => percent(share) },
        ]}
      />
      <ChartCard title="By country" sub={most(countries, "countries") ?? "The person’s, else that of the browser’s language"} html={countries.html} />
      <TableCard
        wide
        title="Search terms"
        sub="In lists and answers"
        all={{ href: `/analytics/searches?searched=${days}`, title: "All searches" }}
        csv={`/analytics/terms.csv?${period.search}`}
        empty="Nothing was searched for in these days."
        rows={terms}
        rowKey={({ term }) => term}
        columns={[
          { label: "Searched for", className: "font-medium", cell: ({ term }) => <bdi>{term}</bdi> },
          { label: "Last", className: "num text-muted whitespace-nowrap", cell: ({ lastAt }) => <Time value={lastAt} /> },
          { label: "Found", end: true, className: "text-muted", cell: ({ found }) => found.toLocaleString("en-US") },
          { label: "Times", end: true, cell: ({ times, href }) => <a {...proof({ value: times, href, is: rows })} className="link">{times.toLocaleString("en-US")}</a> },
        ]}
      />
      <ChartCard title="By where they came from" sub={most(referrers, "sites")} html={referrers.html} />
      <TableCard
        wide
        title="Searches without result"
        all={{ href: `/analytics/searches?found=nothing&searched=${days}`, title: "All without result" }}
        csv={`/analytics/misses.csv?${period.search}`}
        empty="Each search of these days found something."
        rows={misses}
        rowKey={({ term }) => term}
        columns={[
          { label: "Searched for", className: "font-medium", cell: ({ term }) => <bdi>{term}</bdi> },
          { label: "Last", className: "num text-muted whitespace-nowrap", cell: ({ lastAt }) => <Time value={lastAt} /> },
          { label: "Times", end: true, cell: ({ times, href }) => <a {...proof({ value: times, href, is: rows })} className="link">{times.toLocaleString("en-US")}</a> },
        ]}
      />
    </Dashboard>
  );
}

/** Says what a card leaves out. */
const most = ({ shown, of }: { shown: number; of: number }, many: string) => (of > shown ? `The ${shown} with most visits, of ${of} ${many}` : undefined);
