import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { activeFilters, type ListFilter, listHref, type ListView } from "~/core/list/list";
import { Icon } from "~/ui/icon";

/** The search box and the filters of a list, as a form that only asks, and a chip for each filter that is on. */
export function ListFilters({ view, hint = "Search" }: { view: ListView; hint?: string }) {
  const chips = activeFilters(view);
  const form = useRef<HTMLFormElement>(null);
  useShown(form, view);
  return (
    <>
      <Form ref={form} method="get" action={view.path} role="search" className="filters no-print">
        <label className="with-icon max-w-72 grow basis-48 max-sm:max-w-none max-sm:basis-full">
          <span className="sr-only">{hint}</span>
          <Icon name="search" />
          <input className="input" type="search" name="q" defaultValue={view.q} placeholder={hint} maxLength={200} />
        </label>
        {view.filters.map((filter) => (
          <Filter key={filter.name} filter={filter} />
        ))}
        <Kept view={view} />
        <button className="btn btn-secondary">Filter</button>
      </Form>
      {chips.length > 0 && (
        <ul className="active-filters no-print" aria-label="Active filters">
          {chips.map((chip) => (
            <li key={chip.href}>
              <a className="filter-chip" href={chip.href} aria-label={`Remove the filter ${chip.label}`}>
                <bdi className="truncate">{chip.label}</bdi>
                <Icon name="x" />
              </a>
            </li>
          ))}
          <li>
            <a className="btn btn-ghost btn-xs" href={clearHref(view)}>
              Clear
            </a>
          </li>
        </ul>
      )}
    </>
  );
}

/** The list without search and filters; sorting and page size stay. */
export function clearHref(view: ListView) {
  return listHref(view, { q: null, ...Object.fromEntries(view.filters.map((filter) => [filter.name, null])) });
}

/** As many as fit stand beside one another. */
const narrow = "max-w-40 grow basis-32 max-sm:max-w-none max-sm:min-w-30 max-sm:flex-1";

function Filter({ filter }: { filter: ListFilter }) {
  if (filter.type === "link")
    return filter.value ? <input type="hidden" name={filter.name} value={filter.value} /> : null;
  if (filter.type === "text")
    return (
      <label className={narrow}>
        <span className="sr-only">{filter.label}</span>
        <input
          className="input"
          name={filter.name}
          defaultValue={filter.value}
          placeholder={`Any ${filter.label.toLowerCase()}`}
          maxLength={200}
        />
      </label>
    );
  if (filter.type === "date") {
    return (
      <label className="flex items-center gap-2 text-sm text-muted max-sm:flex-1">
        <span className="max-sm:w-9">{filter.label}</span>
        <input className="input w-32 max-sm:w-full" type="date" name={filter.name} defaultValue={filter.value} />
      </label>
    );
  }
  return (
    <label className={narrow}>
      <span className="sr-only">{filter.label}</span>
      <select className="input" name={filter.name} defaultValue={filter.value}>
        <option value="">Any {filter.label.toLowerCase()}</option>
        {filter.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What else is in the address and has to stay there. */
function Kept({ view }: { view: ListView }) {
  const params = new URLSearchParams(view.search);
  return ["sort", "size", "trash"].map((name) => {
    const value = params.get(name);
    return value === null ? null : <input key={name} type="hidden" name={name} value={value} />;
  });
}

/**
 * Fields keep what was typed when links change the address around them: this sets them to what the list shows. Not at
 * first: someone may have typed before the scripts came.
 */
function useShown(form: React.RefObject<HTMLFormElement>, view: ListView) {
  const shown = JSON.stringify([["q", view.q], ...view.filters.map((filter) => [filter.name, filter.value])]);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    for (const [name, value] of JSON.parse(shown) as [string, string][]) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [form, shown]);
}
