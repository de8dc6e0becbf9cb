import { useContext } from "react";
import type { Permission } from "~/core/access/access.server";
import { useMay } from "~/core/access/may";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChartCard } from "~/ui/chart/cards";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";
import { PageTitle } from "~/ui/page-title";
import { TimeZone } from "~/ui/values/time";
import { Activity } from "./activity";
import type { Brief } from "./brief.server";
import { Queues } from "./queues";
import { Sentence } from "./sentence";
import type { Waiting } from "./today.server";
import type { ActivitySentence } from "./activity-sentence";

interface TodayProps {
  name: string;
  /** Current time, in milliseconds since 1970. */
  now: number;
  waiting: Waiting;
  brief: Brief;
  /** The revenue chart as markup; undefined if the user may not see it. */
  revenue?: string;
  activity: ActivitySentence[];
}

/**
 * The home page of a signed-in user: summary, queues with their next actions, recent activity, and links to the
 * areas.
 */
export function Today({ name, now, waiting, brief, revenue, activity }: TodayProps) {
  const timeZone = useContext(TimeZone);
  const may = useMay();
  const open = ways.filter(({ needs }) => may(needs));
  const date = new Date(now).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone,
  });
  return (
    <>
      <PageTitle
        title={`Good to see you, ${firstName(name)}`}
        summary={date}
        actions={
          may("payments.change") && (
            <ButtonLink icon="banknote" href="/payments/create">
              <span className="max-sm:sr-only">Record payment</span>
            </ButtonLink>
          )
        }
      />
      <div className="dashboard">
        <Sentence waiting={waiting} late={brief.late} />
        <Queues
          {...brief.queues}
          waiting={waiting}
          late={brief.late}
          chart={
            revenue && (
              <ChartCard
                title="Net revenue by week"
                sub="The last eight weeks at most; the last one ends today"
                html={revenue}
              />
            )
          }
        />
        <div className="cards">
          {may("activity") && <Activity acts={activity} className="wide tenths-5" />}
          {open.length > 1 && <Ways open={open} className={may("activity") ? "tenths-5" : "whole"} />}
        </div>
      </div>
    </>
  );
}

const ways: { icon: IconName; title: string; text: string; href: string; needs: Permission }[] = [
  { icon: "trending-up", title: "Sales", text: "Revenue, orders, what sells.", href: "/sales", needs: "reports.sales" },
  {
    icon: "landmark",
    title: "Finance",
    text: "What came in, and what is owed.",
    href: "/finance",
    needs: "reports.sales",
  },
  { icon: "eye", title: "Analytics", text: "Who looks at what here.", href: "/analytics", needs: "reports.view" },
  {
    icon: "briefcase",
    title: "Career",
    text: "Jobs, applications, interviews.",
    href: "/career",
    needs: "reports.view",
  },
  { icon: "graduation-cap", title: "Course", text: "What people learn.", href: "/course", needs: "reports.view" },
  { icon: "braces", title: "API", text: "All of this for programs.", href: "/api", needs: "api" },
];

function Ways({ open, className }: { open: typeof ways; className: string }) {
  return (
    <Card title="Look closer" className={className}>
      <ul className="flex flex-1 flex-wrap content-between p-2">
        {open.map(({ icon, title, text, href }) => (
          <li key={href} className="min-w-0 flex-[1_1_max(30%,14rem)]">
            <a href={href} className="flex items-center gap-3 rounded-md px-3 py-2 hover:bg-hover">
              <Icon name={icon} className="text-subtle" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{title}</span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
              <Icon name="chevron-right" flip className="text-subtle" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const firstName = (name: string) => name.split(/\s+/)[0] ?? name;
