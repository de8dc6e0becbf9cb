/** The tables of the dashboards as files: a report knows its columns and its rows. */
import { csv, type Columns } from "~/core/list/export.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { chunks } from "~/core/values/chunks";
import { streamText } from "~/core/http/api.server";
import { today } from "~/core/values/today.server";
import type { Period } from "./period";

export interface Report<Row> {
  columns: Columns<Row>;
  /** Its first rows, at most so many. */
  rows(period: Period, most: number): Promise<Row[]>;
  /** Whether the report is as of today, regardless of the period. */
  now?: boolean;
  /** Whether the report is as of the last day of the period. */
  isStanding?: boolean;
}

/** A file has no more rows than this. */
const maxRows = 100_000;

/** Returns a report as CSV, named after its place, such as `sales-top-products.csv`. */
export async function fileOf<Row>(
  { columns, rows, now, isStanding }: Report<Row>,
  period: Period,
  name: string,
): Promise<Response> {
  const all = await rows(period, maxRows);
  const days = now ? today() : isStanding ? period.to : `${period.from}-to-${period.to}`;
  return streamText(csv(yieldingRows(all), columns), {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}-${days}.csv"`,
    "Cache-Control": "no-store",
  });
}

/** Others are served between two parts. */
async function* yieldingRows<Row>(rows: Row[]) {
  for (const part of chunks(rows, 500)) {
    yield part;
    await yieldToEventLoop();
  }
}
