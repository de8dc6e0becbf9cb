import { type ComponentProps, type ReactNode, useContext, useState } from "react";
import { formatNumber, type Noun } from "~/core/values/noun";
import { countText, listHref, type ListScreenView, type ListView, pageSizes } from "~/core/list/list";
import { Alert } from "~/ui/alert";
import { Actions } from "./list-actions";
import { trashColumns } from "./list-deleted";
import { DisplayMenu } from "./display-menu";
import { ListDisplay } from "./display";
import { KeyHints } from "./key-hints";
import { ListEmpty } from "./list-empty";
import { ListFilters } from "./list-filters";
import type { BulkAct } from "./list-bulk";
import { type Column, ListTable } from "./list-table";
import { Money } from "~/ui/values/money";
import { PageTitle } from "~/ui/page-title";
import { pageRange, Pagination } from "../pagination";
import { Tabs } from "../tabs";
import { usePendingHere } from "~/ui/navigation";

export interface ListScreenProps<Row extends { id: number | string }> {
  view: ListScreenView;
  rows: Row[];
  /** Title, if it is not the list's own. */
  title?: string;
  summary?: ReactNode;
  /** Renders the page's header; by default a `PageTitle`. */
  head?(title: ComponentProps<typeof PageTitle>): ReactNode;
  columns: Column<Row>[];
  /** Returns the row's name for the labels of its checkbox and menu. */
  rowLabel(row: Row): string;
  /** Path for creating a row, if another part of the page links to it. */
  createHref?: string;
  /** Returns the path for editing a row, for the keyboard shortcut. */
  rowEdit?(row: Row): string;
  /** Returns the amount of a row in cents; the amounts of selected rows are added up. */
  rowAmount?(row: Row): number;
  /** Returns the items of a row's menu. A `MenuButton` with `formAction` acts on that row. */
  rowMenu?(row: Row): ReactNode;
  /** Returns the group of a row. Each run of rows with the same group gets a heading. */
  rowGroup?(row: Row): string;
  /**
   * Actions for selected rows, besides export and delete. Without it rows cannot be selected, and there is no trash.
   */
  bulk?: BulkAct[];
  searchHint?: string;
  /** Text for a list without any rows yet. */
  empty?: { title: string; text: string };
  /** Tabs of other lists, after its own. */
  moreTabs?: ComponentProps<typeof Tabs>["tabs"];
  /** Content beside the tabs. */
  besideTabs?: ReactNode;
  /** Buttons beside the primary one. */
  actions?: ReactNode;
  /** Content between title and list, such as tiles. */
  children?: ReactNode;
}

const onAnyRows = ({ remove }: { remove: string }): BulkAct[] => [
  { label: "Export", icon: "download", name: "act", value: "export" },
  { label: remove, icon: "trash-2", name: "act", value: "delete", danger: true },
];

/** A list page. Its whole state is in the address, every change is a form, and all of it works without scripts. */
export function ListScreen<Row extends { id: number | string }>(given: ListScreenProps<Row>) {
  const { view, rows, title = view.title, summary, head = drawTitle, moreTabs = [], besideTabs, children } = given;
  const { upcoming, setTyped } = useUpcoming(view);
  const words = view.removal;
  const { hidden = {} } = useContext(ListDisplay);
  const optional = given.columns.filter(({ narrow }) => narrow !== "first");
  const shown = given.columns.filter(
    (column) => !optional.includes(column) || !hidden[view.path]?.includes(column.key),
  );
  const columns = view.deletions ? trashColumns(shown, view.deletions, view) : shown;
  const isFilled = !view.failed && rows.length > 0;
  const bulk = view.mayChange && given.bulk ? [...given.bulk, ...onAnyRows(words)] : undefined;
  const props = {
    ...given,
    columns,
    title,
    noun: view.noun,
    bulk,
    rowMenu: view.mayChange ? given.rowMenu : undefined,
    rowEdit: view.mayChange && !view.trash ? given.rowEdit : undefined,
    createHref: view.trash ? undefined : (view.create?.href ?? given.createHref),
  };
  return (
    <>
      {head({
        title: view.trash ? `${title}: ${words.list.toLowerCase()}` : title,
        summary: view.trash ? words.fate : summary && <span className="short:sr-only max-sm:sr-only">{summary}</span>,
        actions: <Actions {...props} />,
      })}
      {children}
      <section
        className="card list-card"
        aria-label={title}
        data-rows={view.total}
        data-sums={JSON.stringify(Object.fromEntries(view.sums.map(({ label, value }) => [label, value])))}
      >
        {(view.tabs || moreTabs.length > 0) && (
          <div className="tabs-row">
            <StatusTabs view={upcoming} hasVoid={view.noun.voids && bulk !== undefined} moreTabs={moreTabs} />
            {besideTabs}
          </div>
        )}
        <ListFilters key={view.path} view={upcoming} hint={props.searchHint} onTyped={setTyped}>
          {optional.length > 0 && <DisplayMenu path={view.path} columns={optional} />}
        </ListFilters>
        <Notes view={view} />
        {view.failed ? (
          <Failed view={view} why={view.failed} />
        ) : rows.length === 0 ? (
          <ListEmpty {...props} />
        ) : (
          <ListTable {...props} />
        )}
        {(view.sums.length > 0 || view.sumsLeft) && <Sums view={view} noun={view.noun} />}
        {isFilled && <Pager view={view} />}
      </section>
      {isFilled && (given.rowEdit ?? given.bulk ?? view.create) && (
        <KeyHints select={!!bulk} edit={!!props.rowEdit} create={!!props.createHref} />
      )}
    </>
  );
}

const drawTitle = (title: ComponentProps<typeof PageTitle>) => <PageTitle isOverList {...title} />;

/**
 * Returns the list that tabs and filters build on: the one being loaded, with the search box's current text. Actions
 * on rows apply to the rows shown.
 */
function useUpcoming(view: ListScreenView) {
  const location = usePendingHere();
  const [typed, setTyped] = useState<string>();
  const search = location?.pathname === view.path ? location.search.slice(1) : view.search;
  const withTyped = typed === undefined ? search : listHref({ path: "", search }, { q: typed }).slice(1);
  return { upcoming: { ...view, search: withTyped }, setTyped };
}

interface StatusTabsProps {
  view: ListView;
  /** Adds the tab of void documents, in place of the trash. */
  hasVoid?: boolean;
  moreTabs: ComponentProps<typeof Tabs>["tabs"];
}

function StatusTabs({ view, hasVoid, moreTabs }: StatusTabsProps) {
  const { tabs = { name: "", items: [] } } = view;
  const filter = view.filters.find((filter) => filter.name === tabs.name);
  const isVoid = hasVoid === true && view.trash;
  const ofStatus = tabs.items.map(({ value, title, count, more }) => ({
    title,
    count: isVoid ? undefined : more && count === 0 ? "…" : countText({ total: count, more }), // 0 in a partial count is unknown
    href: listHref(view, { [tabs.name]: value, ...(isVoid && { trash: null }) }),
    current: !isVoid && value === (filter?.value ?? ""),
  }));
  const voidTab = {
    title: "Void",
    count: undefined,
    href: listHref({ path: view.path, search: "" }, { trash: 1 }),
    current: isVoid,
  };
  return <Tabs label={filter?.label ?? "Views"} tabs={[...ofStatus, ...(hasVoid ? [voidTab] : []), ...moreTabs]} />;
}

/** Notes about the search. */
function Notes({ view }: { view: ListView }) {
  const { notes, searchLeft } = view;
  if (notes.length === 0) return null;
  return (
    <div role="status" className="grid gap-1 px-5 py-2.5 text-sm text-muted wrap-anywhere max-sm:px-4">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {searchLeft && (
        <a className="link reach justify-self-start" href={listHref(view, { exact: 1 })}>
          Search all of them
        </a>
      )}
    </div>
  );
}

function Failed({ view, why }: { view: ListView; why: string }) {
  return (
    <div className="p-5">
      <Alert family="error" role="alert">
        <strong>{why}</strong>{" "}
        <a className="link" href={listHref(view, { page: view.page })}>
          Try again
        </a>
      </Alert>
    </div>
  );
}

/** Sums over all pages or, for many rows, a link that has them calculated. */
function Sums({ view, noun }: { view: ListView; noun: Noun }) {
  const { sums, sumsLeft, total } = view;
  return (
    <p className="num flex flex-wrap justify-end gap-x-5 gap-y-1 border-t border-border px-5 py-3 text-sm text-muted max-sm:px-4">
      <span className="me-auto">
        {countText(view)} {total === 1 ? noun.one : noun.many} in all
      </span>
      {sumsLeft && (
        <a className="link" rel="nofollow" href={listHref(view, { page: view.page, exact: 1 })}>
          Count them all
        </a>
      )}
      {sums.map(({ label, value, as }) => (
        <span key={label}>
          {label}{" "}
          <b className="ms-1 font-semibold text-text">
            {as === "money" ? <Money cents={value} /> : formatNumber(value)}
          </b>
        </span>
      ))}
    </p>
  );
}

function Pager({ view }: { view: ListView }) {
  return (
    <Pagination
      page={view.page}
      pages={view.pages}
      size={view.exact ? undefined : view.size}
      href={(page) => listHref(view, { page: page === 1 ? null : page, exact: view.exact ? 1 : null })}
    >
      <p className="num">{pageRange(view.page, view.size, view.total, view.more)}</p>
      {view.total > pageSizes[0] && (
        <nav aria-label="Rows on a page" className="flex items-center gap-1">
          <span aria-hidden="true">Rows</span>
          {pageSizes.map((size) => (
            <a
              key={size}
              href={listHref(view, { size })}
              className="page-size num"
              aria-current={size === view.size ? "true" : undefined}
            >
              {size}
            </a>
          ))}
        </nav>
      )}
    </Pagination>
  );
}
