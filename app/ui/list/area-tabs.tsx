import { Tabs } from "./tabs";

export interface AreaPage {
  title: string;
  href: string;
}

/** Tabs for an area's dashboard and the lists behind it. */
export function AreaTabs({ label, pages, current }: { label: string; pages: AreaPage[]; current: string }) {
  return (
    <Tabs
      label={label}
      className="no-print mb-5"
      tabs={pages.map(({ title, href }) => ({ title, href, current: href === current }))}
    />
  );
}
