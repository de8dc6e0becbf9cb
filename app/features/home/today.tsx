import { useContext } from "react";
import type { Permission } from "~/core/access/access.server";
import { useMay } from "~/core/access/may";
import { countText } from "~/features/inbox/boxes";
import { History } from "~/core/audit/history";
import type { Entry } from "~/core/audit/undo.server";
import { Card } from "~/ui/card";
import { type Counted, proof } from "~/ui/chart/counted";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names";
import { PageTitle } from "~/ui/page-title";
import { tileGrid } from "~/ui/list/tile-columns";
import { TimeZone } from "~/ui/time";
import type { todayOf } from "./today.server";

interface TodayProps {
  name: string;
  /** In milliseconds since 1970. */
  now: number;
  waiting: Awaited<ReturnType<typeof todayOf>>;
  activity: Entry[];
}

/** Where a signed-in person starts: what waits, what happened last, and the ways on. */
export function Today({ name, now, waiting, activity }: TodayProps) {
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
      <PageTitle title={`Good to see you, ${firstName(name)}`} summary={`${date}. Here is what waits.`} />
      <Waiting {...waiting} />
      <div
        className={classes(
          "mt-3 grid items-start gap-3 sm:mt-5 sm:gap-5",
          open.length > 1 && "lg:grid-cols-[minmax(0,1fr)_20rem]",
        )}
      >
        {may("activity") && <History named quiet title="Recent activity" entries={activity} more="/activity" />}
        {open.length > 1 && <Ways open={open} />}
      </div>
    </>
  );
}

/** What waits is coloured; where nothing does, the number is quiet. */
function Waiting({ orders, invoices, tickets, stock, people, unread }: TodayProps["waiting"]) {
  const seen: (Omit<TileProps, "value" | "link"> & { counted: Counted | undefined })[] = [
    {
      icon: "shopping-cart",
      one: "New order",
      many: "New orders",
      look: "bg-primary-tint text-primary-text",
      counted: orders,
    },
    {
      icon: "receipt-text",
      one: "Overdue invoice",
      many: "Overdue invoices",
      look: "bg-error-tint text-error-text",
      counted: invoices,
    },
    {
      icon: "life-buoy",
      one: "Open ticket",
      many: "Open tickets",
      look: "bg-primary-tint text-primary-text",
      counted: tickets,
    },
    {
      icon: "package",
      one: "Product low in stock",
      many: "Products low in stock",
      look: "bg-warning-tint text-warning-text",
      counted: stock,
    },
    {
      icon: "clock",
      one: "Person awaiting approval",
      many: "People awaiting approval",
      look: "bg-warning-tint text-warning-text",
      counted: people,
    },
  ];
  const tiles: TileProps[] = [
    ...seen.flatMap(({ counted, ...tile }) => (counted ? { ...tile, value: counted.value, link: proof(counted) } : [])),
    {
      icon: "message-square",
      one: "Unread message",
      many: "Unread messages",
      look: "bg-primary-tint text-primary-text",
      value: unread,
      text: countText(unread),
      link: { href: "/messages" },
    },
  ];
  return (
    <ul aria-label="Today" className={tileGrid(tiles.length)}>
      {tiles.map((tile) => (
        <li key={tile.many}>
          <Tile {...tile} />
        </li>
      ))}
    </ul>
  );
}

interface TileProps {
  icon: IconName;
  one: string;
  many: string;
  look: string;
  value: number;
  /** Where the number is said otherwise. */
  text?: string;
  link: { href: string };
}

function Tile({ icon, one, many, look, value, text = value.toLocaleString("en-US"), link }: TileProps) {
  return (
    <a {...link} className="card flex h-full items-start justify-between gap-3 p-4 hover:bg-hover sm:p-5">
      <span className="min-w-0">
        <span className={classes("num block text-2xl font-semibold sm:text-3xl", value === 0 && "text-subtle")}>
          {text}
        </span>
        <span className="mt-1 block text-sm text-muted">{value === 1 ? one : many}</span>
      </span>
      <span
        className={classes(
          "grid size-9 flex-none place-items-center rounded-md max-sm:hidden",
          value > 0 ? look : "bg-neutral-tint text-muted",
        )}
      >
        <Icon name={icon} />
      </span>
    </a>
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

function Ways({ open }: { open: typeof ways }) {
  return (
    <Card title="Look closer">
      <ul className="p-2">
        {open.map(({ icon, title, text, href }) => (
          <li key={href}>
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
