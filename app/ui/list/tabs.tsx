import { formatNumber } from "~/core/values/noun";
import { Count } from "~/ui/values/badge";
import { classes } from "~/ui/classes";

interface Tab {
  href: string;
  title: string;
  /** Number beside the title; a string such as "2,000+" if it is not exact. */
  count?: number | string;
  current?: boolean;
}

/** Links between views of the same thing; the address determines the current one. */
export function Tabs({ label, tabs, className }: { label: string; tabs: Tab[]; className?: string }) {
  return (
    <nav aria-label={label} className={classes("tabs", className)}>
      {tabs.map((tab) => (
        <a key={tab.title} href={tab.href} className="tab" aria-current={tab.current ? "page" : undefined}>
          {tab.title}
          {tab.count !== undefined && (
            <Count>{typeof tab.count === "number" ? formatNumber(tab.count) : tab.count}</Count>
          )}
        </a>
      ))}
    </nav>
  );
}

/** Links between a few short options, such as periods. */
export function Segments({ label, tabs, className }: { label: string; tabs: Tab[]; className?: string }) {
  return (
    <nav aria-label={label} className={classes("seg", className)}>
      {tabs.map((tab) => (
        <a key={tab.title} href={tab.href} aria-current={tab.current ? "true" : undefined}>
          {tab.title}
        </a>
      ))}
    </nav>
  );
}
