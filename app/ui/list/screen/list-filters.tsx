import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { lastDayOf, listHref, type ListView } from "~/core/list/list";
import { Icon } from "~/ui/icons/icon";
import { DaysChip, FilterChip } from "./filter-chip";
import { KeptParams } from "./hidden-params";

interface ListFiltersProps {
  view: ListView;
  hint?: string;
  /** Told what stands in the search box when it is left, unless that is what the list was searched for. */
  onTyped(text: string | undefined): void;
  /** Stands at the end. */
  children?: ReactNode;
}

/** The search box of a list, and what it may be narrowed by beside its tabs. */
export function ListFilters({ view, hint = "Search", onTyped, children }: ListFiltersProps) {
  const filters = view.filters.filter(({ name }) => name !== view.tabs?.name);
  const area = useRef<HTMLDivElement>(null);
  // The focus stays here when what had it is gone, such as the cross of a filter.
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
          if (filter.end === "to") return null; // stands in the chip of the first day
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

/** The list without search and filters; sorting and page size stay. */
export function clearHref(view: ListView) {
  return listHref(view, { q: null, ...Object.fromEntries(view.filters.map((filter) => [filter.name, null])) });
}

function Search({ view, hint, onTyped }: Required<Pick<ListFiltersProps, "view" | "hint" | "onTyped">>) {
  const { q } = view;
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(q);
  // It keeps what was typed when links change the address around it, until the list shows another search. Not at
  // first: someone may have typed before the scripts came.
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
