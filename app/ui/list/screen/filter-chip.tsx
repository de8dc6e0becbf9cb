import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useId } from "react";
import { daysTitle, filterText, type ListFilter, listHref, type ListView } from "~/core/list/list";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { MenuLink } from "~/ui/overlay/menu";
import { KeptParams } from "./hidden-params";

interface ChipProps {
  view: ListView;
  filter: ListFilter;
}

/** A filter as a button that opens its options. Filters that are only set by links are shown while they are set. */
export function FilterChip({ view, filter }: ChipProps) {
  if (filter.type === "choice") return <ChoiceChip view={view} filter={filter} />;
  if (filter.type === "text" || filter.type === "record") return <TextChip view={view} filter={filter} />;
  return filter.value ? (
    <Chip view={view} label={filter.label} names={[filter.name]} value={filterText(filter)} />
  ) : null;
}

interface ChipContent {
  view: ListView;
  label: string;
  /** Parameters that it sets. */
  names: string[];
  /** Current value in words. */
  value: string;
  /** Whether its content is a menu of links. */
  isMenu?: boolean;
  children?: ReactNode;
}

/** The button with its popover, which the browser opens and closes. */
function Chip({ view, label, names, value, isMenu, children }: ChipContent) {
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
          role={isMenu ? "group" : "dialog"}
          aria-label={label}
          data-menu={isMenu ? "" : undefined}
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
          <Icon name="check" className={option.value === value ? undefined : "invisible"} />
          {option.title}
        </MenuLink>
      ))}
    </Chip>
  );
}

const close = ({ currentTarget }: FormEvent) => currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();

/** Makes the browser focus the field when its popover opens. React's `autoFocus` would focus it on mount. */
const focusWhenOpened = (field: HTMLInputElement | null) => field?.setAttribute("autofocus", "");

/** A text filter, or one for a record by its name. A record's name is entered anew, because names are not unique. */
function TextChip({ view, filter }: ChipProps) {
  const { name, label, type } = filter;
  const text = filterText(filter);
  return (
    <Chip view={view} label={label} names={[name]} value={text}>
      <Form method="get" action={view.path} className="filter-form" preventScrollReset onSubmit={close}>
        <KeptParams view={view} without={[name]} />
        <label className="grid gap-1.5">
          {label}
          <input
            ref={focusWhenOpened}
            key={text}
            className="input input-sm"
            name={name}
            {...(type === "record"
              ? { placeholder: text || "Name or e-mail", required: true }
              : { defaultValue: text })}
            maxLength={200}
          />
        </label>
        <Button size="sm">Apply</Button>
      </Form>
    </Chip>
  );
}

/** A chip for a pair of filters: the first and the last day of a period. */
export function DaysChip({ view, from, to }: { view: ListView; from: ListFilter; to: ListFilter }) {
  const names = [from.name, to.name];
  return (
    <Chip view={view} label={from.label} names={names} value={from.span ?? daysTitle(from.value, to.value)}>
      <ul className="filter-days">
        {from.spans?.map((span) => (
          <li key={span.title}>
            <MenuLink href={listHref(view, { [from.name]: span.value, [to.name]: null })}>{span.title}</MenuLink>
          </li>
        ))}
      </ul>
      <Form method="get" action={view.path} className="filter-form" preventScrollReset onSubmit={close}>
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
