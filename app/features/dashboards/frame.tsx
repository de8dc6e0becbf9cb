import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Alert } from "~/ui/alert";
import { Button, buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { PageTitle } from "~/ui/page-title";
import { type AreaPage, AreaTabs } from "~/ui/list/area-tabs";
import { Segments } from "~/ui/list/tabs";
import type { Figure } from "./figures";
import { labelOf, type Period, presets } from "./period";
import { Tiles } from "./tiles";

/** The parts of a period that the frame shows. */
type ShownPeriod = Pick<Period, "choice" | "from" | "to" | "versus" | "notice" | "search"> & {
  today: string;
  timeZone: string;
};

interface DashboardProps {
  title: string;
  path: string;
  /** Tabs for lists that belong to the dashboard, which is the first tab. */
  pages?: AreaPage[];
  period: ShownPeriod;
  figures: Figure[];
  /** The cards. */
  children: ReactNode;
}

/** A dashboard page: title, period, figures, and the cards below. */
export function Dashboard({ title, path, pages, period, figures, children }: DashboardProps) {
  const summary = `${labelOf(period)} (${period.timeZone}), compared with ${period.versus}.`;
  return (
    <>
      <PageTitle title={title} summary={summary} actions={<PeriodPicker path={path} period={period} />} />
      {pages && <AreaTabs label={title} pages={pages} current={path} />}
      {period.notice && (
        <Alert family="info" role="status" className="mb-5">
          {period.notice}
        </Alert>
      )}
      <div className="dashboard">
        <Tiles figures={figures} versus={period.versus} />
        <div className="cards">{children}</div>
      </div>
    </>
  );
}

function PeriodPicker({ path, period }: { path: string; period: ShownPeriod }) {
  const tabs = presets.map(({ value, title }) => ({
    title,
    href: `${path}?period=${value}`,
    current: period.choice === value,
  }));
  const custom = period.choice === "custom";
  return (
    <div className="picker-row flex flex-wrap items-center gap-2">
      <Segments label="Period" tabs={tabs} />
      <details className="picker" data-pop="">
        <summary
          className={buttonClass({ variant: custom ? "secondary" : "outline" })}
          aria-current={custom ? "true" : undefined}
        >
          <Icon name="calendar-days" className="max-sm:hidden" />
          Custom
        </summary>
        <Form method="get" action={path} className="picker-form">
          <label>
            From
            <input
              className="input"
              type="date"
              name="from"
              defaultValue={period.from}
              max={period.today}
              required
              key={period.from}
            />
          </label>
          <label>
            To
            <input
              className="input"
              type="date"
              name="to"
              defaultValue={period.to}
              max={period.today}
              required
              key={period.to}
            />
          </label>
          <Button>Show</Button>
        </Form>
      </details>
    </div>
  );
}
