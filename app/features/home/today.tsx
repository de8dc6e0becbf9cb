import { useContext } from "react";
import { formatNumber } from "~/core/values/noun";
import type { Permission } from "~/core/access/access.server";
import { useMay } from "~/core/access/may";
import { countText } from "~/features/inbox/boxes";
import { Card } from "~/ui/card";
import { ChartCard } from "~/ui/chart/cards";
import { proof } from "~/ui/chart/counted";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";
import { PageTitle } from "~/ui/page-title";
import { TimeZone } from "~/ui/values/time";
import { Activity } from "./activity";
import type { Brief } from "./brief.server";
import { Queues } from "./queues";
import { Sentence } from "./sentence";
import type { Waiting } from "./today.server";
import type { Told } from "./told";

interface TodayProps {
  name: string;
  /** In milliseconds since 1970. */
  now: number;
  waiting: Waiting;
  brief: Brief;
  /** What came in lately, drawn; nothing for who may not see it. */
  revenue?: string;
  activity: Told[];
}

/** Where a signed-in person starts: what matters, what waits with its next act, what happened last, and the ways on. */
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
      <PageTitle title={`Good to see you, ${firstName(name)}`} summary={date} />
      <div className="dashboard">
        <Sentence waiting={waiting} late={brief.late} />
        <Counts {...waiting} />
        <Queues {...brief.queues} />
        <div className="cards">
          {revenue && (
            <ChartCard
              wide
              tenths={4}
              title="Net revenue by week"
              sub="The last eight weeks at most; the last one ends today"
              html={revenue}
            />
          )}
          {may("activity") && <Activity acts={activity} className={revenue ? "tenths-4" : "wide tenths-5"} />}
          {open.length > 1 && <Ways open={open} className={revenue ? "whole tenths-2" : "tenths-5"} />}
        </div>
      </div>
    </>
  );
}

/** How much waits of each kind; where nothing does, the number is quiet. */
function Counts({ orders, invoices, tickets, stock, people, unread }: Waiting) {
  const seen = [
    { one: "New order", many: "New orders", counted: orders },
    { one: "Overdue invoice", many: "Overdue invoices", counted: invoices },
    { one: "Open ticket", many: "Open tickets", counted: tickets },
    { one: "Product low in stock", many: "Products low in stock", counted: stock },
    { one: "Person awaiting approval", many: "People awaiting approval", counted: people },
  ];
  const counts = [
    ...seen.flatMap(({ one, many, counted }) =>
      counted
        ? {
            value: counted.value,
            text: formatNumber(counted.value),
            link: proof(counted),
            title: counted.value === 1 ? one : many,
          }
        : [],
    ),
    {
      value: unread,
      text: countText(unread),
      link: { href: "/messages" },
      title: unread === 1 ? "Unread message" : "Unread messages",
    },
  ];
  return (
    <ul aria-label="Today" className="counts">
      {counts.map(({ value, text, link, title }) => (
        <li key={title}>
          <a {...link} className="card block h-full px-4 py-3 hover:bg-hover">
            <span className={classes("block text-2xl font-semibold", value === 0 && "text-subtle")}>{text}</span>
            <span className="block text-sm text-muted">{title}</span>
          </a>
        </li>
      ))}
    </ul>
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
