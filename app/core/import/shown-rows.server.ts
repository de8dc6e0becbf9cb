/** One page of a dry run's result. */
import { timeZone } from "db/company-settings";
import type { Import, ImportRow } from "db/schema";
import { formatMoney, parseMoney } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { formatClock, formatDay } from "~/core/values/time-format";
import { exampleOf, type Kind, parseColumnEntry } from "./file/formats";
import { summary } from "./import-jobs.server";
import type { Importer } from "./importer.server";
import { importerFor } from "./importers.server";
import { type Outcome, outcomesOf, pageOfRows } from "./imports.server";
import { pageSize } from "./file/limits";

/** Loads the rows of a URL: `?outcome=refuse&page=2`. Ignores invalid parameters. */
export async function shownRows(file: Import, params: URLSearchParams) {
  const importer = importerFor(file.entity);
  const outcomes = await outcomesOf(file.id);
  const tabs = tabsOf(file, outcomes);
  const tab = tabs.find(({ outcome }) => outcome === params.get("outcome"))?.outcome ?? "";
  const total = tabs.find(({ outcome }) => outcome === tab)?.count ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(params.get("page"))) || 1));
  const rows = await pageOfRows(file.id, tab || undefined, page);
  const { noun, path } = importer;
  return {
    file: pick(file, "id", "name", "creates", "changes", "same", "refused", "differing"),
    questions: outcomes.ask,
    skipped: outcomes.skip,
    done: file.state === "done",
    sum: summary(importer, file),
    noun,
    path,
    written: file.fields.flatMap((entry) => describeFormat(importer, entry)),
    tabs,
    tab,
    total,
    page,
    pages,
    rows: rows.map((row) => toDisplayRow(importer, row)),
  };
}

function tabsOf(
  { rows }: Import,
  outcomes: Record<Outcome, number>,
): { outcome: Outcome | ""; title: string; count: number }[] {
  const { create, change, same, refuse, ask, skip } = outcomes;
  return [
    { outcome: "", title: "All", count: rows },
    ...(ask > 0 ? [{ outcome: "ask" as const, title: "Questions", count: ask }] : []),
    { outcome: "create", title: "Created", count: create },
    { outcome: "change", title: "Changed", count: change },
    { outcome: "same", title: "Same", count: same },
    ...(skip > 0 ? [{ outcome: "skip" as const, title: "Skipped", count: skip }] : []),
    { outcome: "refuse", title: "Refused", count: refuse },
  ];
}

/** Describes the format of a number or date column, if it is not the default one. */
function describeFormat({ fields }: Importer, entry: string) {
  const { field, format } = parseColumnEntry(entry);
  const example = fields[field]?.fixed ? undefined : exampleOf(format);
  return example ? [`${fields[field]?.label ?? field} as in ${example}`] : [];
}

/** Returns the fields of a row's proposal, with what was proposed or chosen. */
function choicesOf({ fields, proposals }: Importer, proposal: ImportRow["proposal"]) {
  if (!proposals || !proposal || proposal.isKnown) return undefined;
  return proposals.fields.map((name) => ({
    name,
    label: fields[name]?.label ?? "",
    options: fields[name]?.options?.map(({ value, title = value }) => ({ value, title })),
    value: proposal.cells[name] ?? "",
  }));
}

function toDisplayRow(importer: Importer, { line, outcome, answer, recordId, found, proposal }: ImportRow) {
  const { fields, href } = importer;
  const cells = found.map(({ field, before, after, error, note, differs }) => ({
    label: fields[field]?.label ?? "",
    ...formatCells(error ? undefined : fields[field]?.as, before, after),
    error,
    note,
    differs,
  }));
  const options = found.find(({ options }) => options)?.options;
  return {
    line,
    outcome,
    options,
    choices: choicesOf(importer, proposal),
    answer,
    record: recordId === null ? undefined : { id: recordId, href: href(recordId) },
    cells,
  };
}

/** Formats the values of a cell for display. If both would look the same, returns them as in files. */
function formatCells(as: Kind | undefined, before: string | undefined, after: string | undefined) {
  const [was, is] = [before, after].map((text) => clipped(text === undefined ? undefined : readable(as, text)));
  return before !== after && was === is
    ? { before: clipped(before), after: clipped(after) }
    : { before: was, after: is };
}

function readable(as: Kind | undefined, text: string): string {
  const cents = as === "money" ? parseMoney(text) : undefined;
  if (cents !== undefined) return formatMoney(cents);
  if (as !== "day" || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  const [moment, zone] = [new Date(text), timeZone()];
  const clock = formatClock(moment, zone);
  return `${formatDay(moment, zone)}${clock === "00:00" ? "" : `, ${clock}`}`;
}

/** Maximum length of a displayed text, in characters. */
const maxShown = 300;

const clipped = (text: string | undefined) =>
  text !== undefined && text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;

export type ShownRow = ReturnType<typeof toDisplayRow>;
