import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { lastDayOf, listHref, type ListView } from "~/core/list/list";
import { Icon } from "~/ui/icons/icon";
import { DaysChip, FilterChip } from "./filter-chip";
import { KeptParams } from "./hidden-params";

interface ListFiltersProps {
  view: ListView;
  hint?: string;
  /** Called with the search box's text on blur; undefined if it equals the current search. */
  onTyped(text: string | undefined): void;
  /** Content at the end. */
  children?: ReactNode;
}

/** The search box and the filters of a list. */
export function ListFilters({ view, hint = "Search", onTyped, children }: ListFiltersProps) {
  const filters = view.filters.filter(({ name }) => name !== view.tabs?.name);
  const area = useRef<HTMLDivElement>(null);
  // Keeps the focus here when the focused element disappears, such as a filter's remove button.
  const narrowed = [view.q, ...view.filters.map(({ value }) => value)].join();
  const before = useRef(narrowed);
  useEffect(() => {
    if (before.current !== narrowed && document.activeElement === document.body)
      area.current?.focus({ preventScroll: true });
    before.current = narrowed;
  }, [narrowed]);
  function clear() {
    const box = area.current?.querySelector<HTMLInputElement>("[type=search]");
    if (box) box.value = "";
    onTyped(undefined);
  }
  return (
    <div ref={area} className="filters no-print outline-none" role="search" tabIndex={-1}>
      <div className="filter-row">
        <Search view={view} hint={hint} onTyped={onTyped} />
        {filters.map((filter) => {
          if (filter.end === "to") return null; // shown in the chip of the first day
          const to = lastDayOf(filter, filters);
          return to ? (
            <DaysChip key={filter.name} view={view} from={filter} to={to} />
          ) : (
            <FilterChip key={filter.name} view={view} filter={filter} />
          );
        })}
        {(view.q || filters.some(({ value }) => value)) && (
          <a className="btn btn-ghost btn-sm" href={clearHref(view)} onClick={clear}>
            Clear
          </a>
        )}
      </div>
      {children}
    </div>
  );
}

/** Returns the list's address without search and filters, keeping sort and page size. */
export function clearHref(view: ListView) {
  return listHref(view, { q: null, ...Object.fromEntries(view.filters.map((filter) => [filter.name, null])) });
}

function Search({ view, hint, onTyped }: Required<Pick<ListFiltersProps, "view" | "hint" | "onTyped">>) {
  const { q } = view;
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(q);
  // Keeps what was typed while links change the address, until the list shows another search. Not on the first
  // render, because someone may have typed before the scripts loaded.
  useEffect(() => {
    if (field.current && shown.current !== q) field.current.value = q;
    shown.current = q;
    onTyped(undefined);
  }, [q, onTyped]);
  return (
    <Form method="get" action={view.path} className="filter-search" preventScrollReset>
      <KeptParams view={view} without={["q"]} />
      <button aria-label="Search">
        <Icon name="search" />
      </button>
      <input
        ref={field}
        className="input input-sm"
        type="search"
        name="q"
        defaultValue={q}
        placeholder={hint}
        aria-label={hint}
        maxLength={200}
        onBlur={({ currentTarget: { value } }) => onTyped(value.trim() === q ? undefined : value.trim())}
      />
      {q && (
        <a href={listHref(view, { q: null })} aria-label={`Remove the filter “${q}”`}>
          <Icon name="x" />
        </a>
      )}
    </Form>
  );
}
