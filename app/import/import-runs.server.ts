/** Dry runs and imports go on after their requests: one at a time for each file. */
import type { Import, User } from "db/schema";
import type { Person } from "~/records/rehearsal.server";
import { goingOn as runUnder, type Run, startRun } from "~/runs/runs.server";
import { inThread } from "~/runs/thread.server";
import { carryOut } from "./carry-out.server";
import { inWords } from "./csv";
import type { Importer } from "./importer.server";
import { importerFor } from "./importers.server";
import { tryRows } from "./trial.server";

const keyOf = ({ id }: Pick<Import, "id">) => `import ${id}`;

/** The run that goes on for a person's file now. */
export const goingOn = (me: Pick<User, "id">, file: Pick<Import, "id">): Run | undefined => runUnder(me, keyOf(file));

const hrefOf = ({ id }: Pick<Import, "id">) => `/import/${id}`;

interface Asked {
  by: Person;
  file: Import;
}

const trial = inThread<Asked>("trial", async ({ by, file }, progress) => {
  await tryRows(by, importerFor(file.entity), file, progress);
  return { text: "", to: `${hrefOf(file)}/rows` };
});

/** Tries a file's rows with its columns as they are chosen here. Answers the run that goes on, which may have been started before, by another choice. */
export function startTrial({ id, name }: User, file: Import): Run {
  const by = { id, name };
  return startRun(by, { key: keyOf(file), title: `Trying ${file.name}`, back: hrefOf(file), total: file.rows }, (progress) => trial({ by, file }, file.rows, progress));
}

const importing = inThread<Asked>("import", async ({ by, file }, progress) => {
  const importer = importerFor(file.entity);
  const done = await carryOut(by, importer, file, progress);
  if (done.ok) return { text: `${file.name}: ${summary(importer, done)}`, undo: done.change, to: importer.path };
  await tryRows(by, importer, file, (rows) => progress(rows, file.rows));
  return { text: `${done.message} Nothing was imported, and the file was tried again: look at it once more.`, tone: "error", to: `${hrefOf(file)}/rows` };
});

/** Brings in what was tried, or answers the run that goes on. Where something has changed since, nothing is brought in, and the file is tried anew. */
export function startImport({ id, name }: User, file: Import): Run {
  const by = { id, name };
  const total = file.creates + file.changes;
  return startRun(by, { key: keyOf(file), title: `Importing ${file.name}`, back: `${hrefOf(file)}/rows`, total, holds: true }, (progress) => importing({ by, file }, total, progress));
}

/** "3 users were created, 2 changed." */
export function summary({ noun }: Pick<Importer, "noun">, { creates, changes }: { creates: number; changes: number }): string {
  const [first, second] = [creates > 0 ? `${inWords(creates)} ${creates === 1 ? noun.one : noun.many} created` : "", changes > 0 ? `${inWords(changes)} ${changes === 1 ? noun.one : noun.many} changed` : ""];
  return [first, second].filter(Boolean).join(", ") || "nothing to change";
}
