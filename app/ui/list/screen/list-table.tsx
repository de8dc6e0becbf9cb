import { useLocation } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { formatNumber, type Noun } from "~/core/values/noun";
import { listHref, type ListScreenView, type ListView, sortHref } from "~/core/list/list";
import { classes } from "~/ui/classes";
import { Form } from "~/ui/owned-form";
import { type BulkAct, BulkBar } from "./list-bulk";
import { useRowKeys, useFocusLastRow, useRowPress } from "./list-keys";
import { RowMenu } from "./row-menu";
import { SelectAll, selectionHref } from "./select-all";
import { shownRows } from "../shown-rows";
import { SortHead } from "../table";
import { boxesIn, useTicked, useTickRange } from "./ticked";
import { usePendingHere } from "~/ui/navigation";

export interface Column<Row> {
  key: string;
  label: string;
  /** Key in `sort=`; undefined if the list cannot be sorted by this column. */
  sort?: string;
  /**
   * Position in the multi-line layout of narrow screens: first line, start or end of the second, or third. Otherwise
   * the column is hidden there.
   */
  narrow?: "first" | "second" | "end" | "third";
  /** Minimum width at which the column is shown. */
  room?: "wide" | "wider" | "widest";
  /** Classes of its cells; `end` is for figures. */
  className?: string;
  cell(row: Row): ReactNode;
}

interface ListTableProps<Row> {
  view: ListScreenView;
  rows: Row[];
  title: string;
  noun: Noun;
  columns: Column<Row>[];
  rowLabel(row: Row): string;
  createHref?: string;
  rowEdit?(row: Row): string;
  rowAmount?(row: Row): number;
  rowMenu?(row: Row): ReactNode;
  rowGroup?(row: Row): string;
  bulk?: BulkAct[];
}

const restoreActs = ({ restore }: { restore: string }): BulkAct[] => [
  { label: restore, icon: "undo-2", name: "act", value: "restore" },
];

/** The rows of a list. With bulk actions they are in a form, whose bar CSS shows while a row is selected. */
export function ListTable<Row extends { id: number | string }>(listed: ListTableProps<Row>) {
  const props = { ...listed, view: useSelection(listed.view) };
  const { view, rows, noun, bulk } = props;
  const { pathname, search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const { ticked, look } = useTicked(form, view);
  const range = useTickRange(form);

  if (!bulk) return <Rows {...props} />;

  function tickPage(on: boolean) {
    for (const box of boxesIn(form)) box.checked = on;
    look();
  }

  const head = <SelectAll view={view} noun={noun} rows={rows.length} ticked={ticked.length} onTick={tickPage} />;
  return (
    <Form
      ref={form}
      method="post"
      action={listHref(view, { page: view.page }, "/bulk")}
      className="selectable"
      preventScrollReset={!view.selectAll} // a bulk action on all matches leads to another page, which starts at its top
      {...range}
      onChange={() => look()}
      onReset={() => look([])}
    >
      {/* Enter in a checkbox would press the form's first button, which may be an action; this one shows the
          list. Some browsers skip hidden or disabled buttons. */}
      <button formMethod="get" formAction={view.path} className="sr-only" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="back" value={pathname + withoutChoices(search)} />
      {view.selectAll && <input type="hidden" name="all" value={view.total} />}
      <input type="hidden" name="last" value={view.last} />
      {view.amounts && <input type="hidden" name="amounts" value={view.amounts} />}
      <SelectionBanner {...props} pageTicked={ticked.length === rows.length} />
      <Rows {...props} head={head} />
      <BulkBar view={view} acts={view.trash ? restoreActs(view.removal) : bulk} amount={amountOf(props, ticked)} />
    </Form>
  );
}

/**
 * Returns the view with the pending selection applied before its page arrives, so that an action means what the link
 * said.
 */
function useSelection<View extends ListView>(view: View): View {
  const location = usePendingHere();
  return location && location.pathname + location.search === selectionHref(view)
    ? { ...view, selectAll: !view.selectAll }
    : view;
}

/** Returns the total of the selected rows in cents, if rows have amounts and more than one is selected. */
function amountOf<Row extends { id: number | string }>(
  { view, rows, rowAmount }: Pick<ListTableProps<Row>, "view" | "rows" | "rowAmount">,
  ticked: string[],
) {
  const count = view.selectAll ? view.total : ticked.length;
  if (!rowAmount || count < 2) return undefined;
  if (view.selectAll) return view.sums.find(({ as }) => as === "money")?.value;
  const chosen = rows.filter(({ id }) => ticked.includes(String(id)));
  return chosen.reduce((sum, row) => sum + rowAmount(row), 0);
}

/** Returns the query string without selection and open menu. */
function withoutChoices(search: string) {
  const params = new URLSearchParams(search);
  params.delete("select");
  params.delete("menu");
  return params.size > 0 ? `?${params}` : "";
}

function SelectionBanner({
  view,
  rows,
  noun,
  pageTicked,
}: {
  view: ListView;
  rows: unknown[];
  noun: Pick<Noun, "many">;
  pageTicked: boolean;
}) {
  const all = view.more ? noun.many : `${formatNumber(view.total)} ${noun.many}`;
  if (!view.selectAll && !(pageTicked && view.total > rows.length)) return null;
  return (
    <p className="selection-banner" role="status">
      {view.selectAll
        ? `All ${all} that match are selected.`
        : `The ${rows.length} ${noun.many} on this page are selected.`}{" "}
      <a className="link" href={selectionHref(view)}>
        {view.selectAll ? "Select none" : `Select all ${all} that match`}
      </a>
    </p>
  );
}

function Rows<Row extends { id: number | string }>({
  view,
  rows,
  title,
  columns,
  rowLabel,
  createHref,
  rowEdit,
  rowMenu,
  rowGroup,
  bulk,
  head,
}: ListTableProps<Row> & { head?: ReactNode }) {
  const location = useLocation();
  const table = useRef<HTMLTableElement>(null);
  const groups = rowGroup ? rows.map(rowGroup) : [];
  const looks = columns.map(lookOf);
  useRowKeys(table, rows, createHref, rowEdit);
  useFocusLastRow(table, rows, rowEdit);
  useRowPress(table);
  useEffect(() => {
    const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>("a.primary-cell") ?? [])];
    shownRows.paths = [...new Set(links.flatMap(({ pathname, search }) => (search ? [] : pathname)))]; // a link with a query string already names its list
  }, [rows]);
  return (
    <div className="scroll-x">
      <table ref={table} className="table table-list rows-open" role="table">
        <caption className="sr-only">
          {title}, page {view.page} of {view.pages}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {bulk && (
              <th scope="col" role="columnheader">
                {head}
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} view={view} column={column} />
            ))}
            {rowMenu && (
              <th scope="col" role="columnheader">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, place) => (
            <Fragment key={row.id}>
              {groups[place] !== groups[place - 1] && <GroupHead title={groups[place]} columns={columns.length} />}
              <tr role="row">
                {bulk && (
                  <td role="cell" className="c-check">
                    <input
                      key={String(view.selectAll)} // remounts the checkbox, which keeps its first state, for another selection
                      type="checkbox"
                      className="check align-middle"
                      name="ids"
                      value={row.id}
                      aria-label={`Select ${rowLabel(row)}`}
                      {...(view.selectAll && { defaultChecked: true, disabled: true })}
                    />
                  </td>
                )}
                {columns.map((column, at) => (
                  <td key={column.key} role="cell" className={looks[at]}>
                    {column.cell(row)}
                  </td>
                ))}
                {rowMenu && (
                  <td role="cell" className="c-menu">
                    <RowMenu at={location} id={row.id} label={`Actions for ${rowLabel(row)}`}>
                      {() => rowMenu(row)}
                    </RowMenu>
                  </td>
                )}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The heading of a group of rows, across all columns. */
const GroupHead = ({ title, columns }: { title: ReactNode; columns: number }) => (
  <tr role="row" className="group-head">
    <th scope="rowgroup" role="rowheader" colSpan={columns}>
      {title}
    </th>
  </tr>
);

const lookOf = <Row,>({ narrow, room, className }: Column<Row>) =>
  classes(`c-${narrow ?? "hide"}`, room && `c-${room}`, className);

function Head<Row>({ view, column }: { view: ListView; column: Column<Row> }) {
  // A header is hidden together with its column; other classes are for cells only.
  const ends = column.className?.split(" ").filter((name) => name === "end" || name === "text-end") ?? [];
  const className = classes(column.room && `c-${column.room}`, ...ends);
  if (!column.sort) {
    return (
      <th scope="col" role="columnheader" className={className}>
        {column.label}
      </th>
    );
  }
  const sorted = view.sort.key === column.sort ? (view.sort.descending ? "descending" : "ascending") : undefined;
  return (
    <SortHead href={sortHref(view, column.sort)} sorted={sorted} role="columnheader" className={className}>
      {column.label}
    </SortHead>
  );
}
