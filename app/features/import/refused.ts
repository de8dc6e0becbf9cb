import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { streamText } from "~/core/http/api.server";
import { toCsv, importOf } from "~/core/import/imports.server";

/** The rows that were refused, as a file that can be corrected and brought in again: with the line of each and why. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "imports");
  const file = await importOf(me, params.id);
  const more = { "Line in the file": (row: { line: number }) => row.line, "Why it was refused": reasonsOf };
  return streamText(toCsv(file, ["refuse"], more), {
    "Content-Disposition": `attachment; filename="refused-${file.entity}.csv"`,
    "Cache-Control": "no-store",
    "Content-Type": "text/csv; charset=utf-8",
  });
}

const reasonsOf = ({ found }: { found: { error?: string }[] }) => found.flatMap(({ error }) => error ?? []).join(" / ");
