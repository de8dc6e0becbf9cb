import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { classes } from "~/ui/classes";
import { Alert } from "~/ui/alert";
import { Button, buttonClass } from "~/ui/button";
import { proof } from "~/ui/chart/counted";
import { Drawn } from "~/ui/chart/drawn";
import { Icon } from "~/ui/icon";
import { PageTitle } from "~/ui/page-title";
import { type AreaPage, AreaTabs } from "~/ui/list/area-tabs";
import { Segments } from "~/ui/list/tabs";
import { tileGrid } from "~/ui/list/tile-columns";
import type { Change, Figure } from "./figures";
import { labelOf, type Period, presets } from "./period";

/** What the frame shows of a period. */
type ShownPeriod = Pick<Period, "choice" | "from" | "to" | "versus" | "notice" | "search"> & {
  today: string;
  timeZone: string;
};

interface DashboardProps {
  title: string;
  path: string;
  /** The lists behind it, where it has some of its own. The dashboard is the first. */
  pages?: AreaPage[];
  period: ShownPeriod;
  figures: Figure[];
  /** The cards. */
  children: ReactNode;
}

/** A dashboard: what it is about, its period, its figures, and the cards beneath them. */
export function Dashboard({ title, path, pages, period, figures, children }: DashboardProps) {
  const summary = `${labelOf(period)}, compared with ${period.versus}. Days are those of ${period.timeZone}.`;
  return (
    <>
      <PageTitle title={title} summary={summary} actions={<PeriodPicker path={path} period={period} />} />
      {pages && <AreaTabs label={title} pages={pages} current={path} />}
      {period.notice && (
        <Alert family="info" role="status" className="mb-5">
          {period.notice}
        </Alert>
      )}
      <Figures figures={figures} />
      <div className="mt-3 grid gap-3 sm:mt-5 sm:gap-5 xl:grid-cols-3">{children}</div>
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
          <Icon name="calendar-days" />
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

function Figures({ figures }: { figures: Figure[] }) {
  return (
    <div className={tileGrid(figures.length)}>
      {figures.map((figure) => (
        <Tile key={figure.title} figure={figure} />
      ))}
    </div>
  );
}

function Tile({ figure: { title, text, of, change, versus, when, spark } }: { figure: Figure }) {
  const value = <span className="num text-2xl font-semibold sm:text-3xl">{text}</span>;
  return (
    <section className="card tile p-4 sm:p-5">
      <h2 className="text-sm text-muted">{title}</h2>
      <div className="mt-1 flex items-end justify-between gap-3">
        <p>{"href" in of ? <a {...proof(of)}>{value}</a> : value}</p>
        {spark && <Drawn html={spark} className="contents" />}
      </div>
      {"part" in of && (
        <p className="num mt-1 text-sm text-muted">
          <a {...proof(of.part)} className="link">
            {of.part.text}
          </a>{" "}
          of{" "}
          <a {...proof(of.whole)} className="link">
            {of.whole.text}
          </a>
        </p>
      )}
      <p className="num mt-2 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        <Trend change={change} /> {when} vs {versus}
      </p>
    </section>
  );
}

const trends = {
  up: { icon: "arrow-up-right", word: "Up " },
  down: { icon: "arrow-down-right", word: "Down " },
} as const;

/** An arrow and by how much. Green and red mean better and worse, not up and down. */
export function Trend({ change: { text, direction, good } }: { change: Change }) {
  if (direction === "same") return <span className="font-medium">{text}</span>;
  const { icon, word } = trends[direction];
  const look = good === undefined ? "text-text" : good ? "text-success-text" : "text-error-text";
  return (
    <span className={classes("inline-flex items-center gap-0.5 font-medium", look)}>
      <Icon name={icon} flip className="size-3.5!" />
      <span className="sr-only">{word}</span>
      {text}
    </span>
  );
}
