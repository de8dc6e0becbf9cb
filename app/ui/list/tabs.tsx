import { Count } from "~/ui/values/badge";
import { classes } from "~/ui/classes";

interface Tab {
  href: string;
  title: string;
  /** How many; as a text where that is no plain number. */
  count?: number | string;
  current?: boolean;
}

/** Links between views of one thing; the address says which one is shown. */
export function Tabs({ label, tabs, className }: { label: string; tabs: Tab[]; className?: string }) {
  return (
    <nav aria-label={label} className={classes("tabs", className)}>
      {tabs.map((tab) => (
        <a key={tab.title} href={tab.href} className="tab" aria-current={tab.current ? "page" : undefined}>
          {tab.title}
          {tab.count !== undefined && <Count>{tab.count.toLocaleString("en-US")}</Count>}
        </a>
      ))}
    </nav>
  );
}

/** A choice between a few short words, such as a period. */
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
