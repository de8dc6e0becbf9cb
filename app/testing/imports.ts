/** Helpers for imports, from the upload to the result. */
import { db } from "db";
import { type Import, type ImportRow, importRows, imports, type User } from "db/schema";
import { action as choose } from "~/features/import/columns";
import { startImport } from "~/core/import/import-jobs.server";
import { importOf } from "~/core/import/imports.server";
import { action as answerRows } from "~/features/import/rows";
import { action as upload } from "~/features/import/upload";
import { jobsEnded } from "~/core/jobs/jobs.server";
import { asc, eq } from "drizzle-orm";
import { config } from "config";
import { cast } from "./database";
import { post, run, signedIn } from "./requests";

/** Uploads a file on a list's import page. */
export async function send(
  kind: string,
  content: string | Uint8Array<ArrayBuffer>,
  { by = cast.ada, encoding = "auto", name = `${kind}.csv` } = {},
) {
  const body = new FormData();
  body.set("encoding", encoding);
  body.set("file", new File([content], name, { type: "text/csv" }));
  const request = new Request(`${config.appUrl}/${kind}/import`, { method: "POST", body });
  return run<{ form: { errors: Record<string, string> } }>(upload, await signedIn(request, by));
}

/** Returns the id of the import that an upload created. */
export const idOf = (answer: { location: string | null }) => answer.location?.split("/")[2] ?? "";

/** Uploads a file and runs a dry run with the guessed columns, or with `fields`. Returns the import and its rows. */
export async function tryFile(
  kind: string,
  content: string | Uint8Array<ArrayBuffer>,
  options: { by?: User; encoding?: string; fields?: string[] } = {},
) {
  const { by = cast.ada } = options;
  const sent = await send(kind, content, options);
  if (sent.status >= 400) throw new Error(JSON.stringify(sent.data));
  const { id, fields } = await importOf(by, idOf(sent));
  return tryAgain(id, options.fields ?? fields, by);
}

/** Runs a dry run of an uploaded file with these columns. */
export async function tryAgain(id: string, fields: string[], by: User = cast.ada, more: Record<string, string> = {}) {
  const chosen = Object.fromEntries(fields.map((field, place) => [`columns.${place}.field`, field]));
  const answer = await run<{ form: { errors: Record<string, string> } }>(
    choose,
    await signedIn(post(`/import/${id}`, { ...chosen, ...more }), by),
    { id },
  );
  await jobsEnded();
  return { answer, ...(await readImport(id)) };
}

/** Answers the questions about rows, for `all` or by line, and repeats the dry run. */
export async function answerQuestions(id: string, answers: Record<number, string> | { all: string }) {
  const fields = Object.entries(answers).flatMap(([line, answer], place) =>
    line === "all"
      ? [["all", answer]]
      : [
          [`answers.${place}.line`, line],
          [`answers.${place}.answer`, answer],
        ],
  );
  const request = post(`/import/${id}/rows?act=answer`, Object.fromEntries(fields) as Record<string, string>);
  await run(answerRows, await signedIn(request, cast.ada), { id });
  await jobsEnded();
  return readImport(id);
}

/** Returns the current import and its rows. */
export async function readImport(id: string): Promise<{ file: Import; rows: ImportRow[] }> {
  const [file] = await db.select().from(imports).where(eq(imports.id, id));
  if (!file) throw new Error(`No import ${id}`);
  return {
    file,
    rows: await db.select().from(importRows).where(eq(importRows.importId, id)).orderBy(asc(importRows.line)),
  };
}

/** Runs an import and returns how it ended. */
export async function importIt(id: string, by: User = cast.ada) {
  const running = startImport(by, await importOf(by, id));
  await jobsEnded();
  return running.end;
}

/** Returns the refused rows, each with its line number and messages. */
export const refusals = (rows: ImportRow[]) =>
  rows
    .filter(({ outcome }) => outcome === "refuse")
    .map(({ line, found }) => [line, ...found.flatMap(({ field, error }) => (error ? `${field}: ${error}` : []))]);
