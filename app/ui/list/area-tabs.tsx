import { Tabs } from "./tabs";

export interface AreaPage {
  title: string;
  href: string;
}

/** The dashboard of an area and the lists behind it, on each of these pages. */
export function AreaTabs({ label, pages, current }: { label: string; pages: AreaPage[]; current: string }) {
  return (
    <Tabs
      label={label}
      className="no-print mb-5"
      tabs={pages.map(({ title, href }) => ({ title, href, current: href === current }))}
    />
  );
}
