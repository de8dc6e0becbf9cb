import { Form } from "@remix-run/react";
import { type ReactNode, useContext, useId } from "react";
import { addDays, dayAt, endOfMonth } from "db/dates";
import { filterText, type ListFilter, listHref, type ListView } from "~/core/list/list";
import { formatDay } from "~/core/values/time-format";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { MenuLink } from "~/ui/overlay/menu";
import { TimeZone } from "~/ui/time";
import { KeptParams } from "./kept-params";

interface ChipProps {
  view: ListView;
  filter: ListFilter;
}

/** A filter as a button that opens what it may be set to, in place. One that only links set is there while it is on. */
export function FilterChip({ view, filter }: ChipProps) {
  if (filter.type === "choice") return <ChoiceChip view={view} filter={filter} />;
  if (filter.type === "text" || filter.type === "record") return <TextChip view={view} filter={filter} />;
  return filter.value ? (
    <Chip view={view} label={filter.label} names={[filter.name]} value={filterText(filter)} />
  ) : null;
}

interface Drawn {
  view: ListView;
  label: string;
  /** The parameters that it sets. */
  names: string[];
  /** What it is set to, in words. */
  value: string;
  /** What is chosen from is a list of links. */
  isMenu?: boolean;
  children?: ReactNode;
}

/** The browser opens and closes what is in it. */
function Chip({ view, label, names, value, isMenu, children }: Drawn) {
  const id = useId();
  const words = (
    <span className="truncate">
      {label}
      {value && (
        <>
          : <bdi className="font-semibold">{value}</bdi>
        </>
      )}
    </span>
  );
  return (
    <div className={value ? "menu filter-chip on" : "menu filter-chip"}>
      {children ? (
        <button type="button" popovertarget={id}>
          {!value && <Icon name="plus" />}
          {words}
        </button>
      ) : (
        <span>{words}</span>
      )}
      {value && (
        <a
          href={listHref(view, Object.fromEntries(names.map((name) => [name, null])))}
          aria-label={`Remove the filter ${label}: ${value}`}
        >
          <Icon name="x" />
        </a>
      )}
      {children && (
        <div
          id={id}
          popover="auto"
          className="pop"
          {...(isMenu ? { "data-menu": "" } : { role: "dialog", "aria-label": label })}
        >
          {children}
        </div>
      )}
    </div>
  );
}

function ChoiceChip({ view, filter }: ChipProps) {
  const { name, label, value, options } = filter;
  return (
    <Chip view={view} label={label} names={[name]} value={filterText(filter)} isMenu>
      {options.map((option) => (
        <MenuLink
          key={option.value}
          href={listHref(view, { [name]: option.value })}
          aria-current={option.value === value ? "true" : undefined}
        >
          {option.title}
        </MenuLink>
      ))}
    </Chip>
  );
}

/** Has the browser focus a field when what it stands in is opened. React's own would at once. */
const focusWhenOpened = (field: HTMLInputElement | null) => field?.setAttribute("autofocus", "");

function TextChip({ view, filter }: ChipProps) {
  const { name, label } = filter;
  const text = filterText(filter);
  return (
    <Chip view={view} label={label} names={[name]} value={text}>
      <Form method="get" action={view.path} className="filter-form">
        <KeptParams view={view} without={[name]} />
        <label className="grid gap-1.5">
          {label}
          <input
            ref={focusWhenOpened}
            key={text}
            className="input input-sm"
            name={name}
            defaultValue={text}
            maxLength={200}
          />
        </label>
        <Button size="sm">Apply</Button>
      </Form>
    </Chip>
  );
}

/** Two filters that are the first and the last day of something. */
export function DaysChip({ view, from, to }: { view: ListView; from: ListFilter; to: ListFilter }) {
  const today = dayAt(new Date(), useContext(TimeZone));
  const names = [from.name, to.name];
  return (
    <Chip view={view} label={from.label} names={names} value={daysText(from, to)}>
      <ul className="filter-days">
        {spans(today).map(([title, first, last]) => (
          <li key={title}>
            <MenuLink href={listHref(view, { [from.name]: first, [to.name]: last })}>{title}</MenuLink>
          </li>
        ))}
      </ul>
      <Form method="get" action={view.path} className="filter-form">
        <KeptParams view={view} without={names} />
        {[from, to].map(({ name, end, value }) => (
          <label key={name} className="grid gap-1.5">
            {end === "from" ? "From" : "To"}
            <input key={value} className="input input-sm" type="date" name={name} defaultValue={value} />
          </label>
        ))}
        <Button size="sm">Apply</Button>
      </Form>
    </Chip>
  );
}

/** The days that people ask for most. */
function spans(today: string): [title: string, from: string, to: string][] {
  const thisMonth = `${today.slice(0, 8)}01`;
  const lastMonth = `${addDays(thisMonth, -1).slice(0, 8)}01`;
  return [
    ["Today", today, today],
    ["Last 7 days", addDays(today, -6), today],
    ["Last 30 days", addDays(today, -29), today],
    ["This month", thisMonth, endOfMonth(thisMonth)],
    ["Last month", lastMonth, endOfMonth(lastMonth)],
    ["This year", `${today.slice(0, 5)}01-01`, `${today.slice(0, 5)}12-31`],
  ];
}

function daysText(from: ListFilter, to: ListFilter) {
  if (!from.value || !to.value) return filterText(from) || filterText(to);
  const [first, last] = [from, to].map(({ value }) => formatDay(new Date(value), "UTC"));
  return first === last ? (first ?? "") : `${first} – ${last}`;
}
