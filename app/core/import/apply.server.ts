/**
 * Runs an import in many short transactions that form one act, between which others can write. It either completes or
 * is undone.
 */
import { and, eq } from "drizzle-orm";
import { type Transaction, write } from "db";
import { type Import, imports } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { sendDeferred, deferNotifications } from "~/core/mail/deferred.server";
import { type Act, actOnMany, type Actor, RuleViolation, partRefusal } from "~/core/resource/act.server";
import type { RecordRow } from "~/core/resource/resource.server";
import type { Progress } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import type { Importer } from "./importer.server";
import { type FileRecord, recordsOf } from "./records.server";
import { validateCells } from "./validate.server";
import { waitToRetry } from "./retries.server";

/** Numbers of created and changed records. */
export interface Sums {
  creates: number;
  changes: number;
}

/**
 * Imports what the dry run found, with `batch` as the journal batch, and sends notifications only at the end. Returns
 * undefined if the server stops in between, and throws a `RuleViolation` if a record has changed since; either way the
 * file stays in state `importing`, and the caller has to undo the act.
 */
export async function applyImport(
  by: Actor,
  importer: Importer,
  file: Import,
  batch: string,
  progress: Progress,
): Promise<Sums | undefined> {
  const claimed = await claim(file, batch);
  const about = { batch, note: `Imported from ${file.name}` };
  const sums: Sums = { creates: 0, changes: 0 };
  let done = 0;
  let last: RecordRow | undefined;
  const news = await deferNotifications(async () => {
    for await (const all of recordsOf(claimed, importer, ["create", "change", "part"])) {
      if (stopReason()) return;
      const records = all.filter(({ rows: [{ outcome }] }) => outcome !== "part");
      for (let rest = records; rest.length > 0;) {
        const now = rest;
        const part = await runPartWithRetries(by, about, (tx, act) => carryOutRecords(tx, act, importer, claimed, now));
        sums.changes += part.changes;
        sums.creates += part.made.length;
        last = part.made.at(-1) ?? last;
        progress((done += part.count));
        rest = rest.slice(part.count);
      }
    }
  });
  if (stopReason()) return undefined;
  if (done !== file.creates + file.changes)
    throw new RuleViolation({ "": `Some rows of ${file.name} are not there any more.` });
  await runPartWithRetries(by, about, async (tx, act) => {
    await markDone(tx, file, batch);
    if (last) await importer.tell?.(tx, act, { count: sums.creates, last });
  });
  await sendDeferred(news);
  return sums;
}

/**
 * Runs one transaction of the act, and retries it if the server cannot write now. Throws a `RuleViolation` if it is
 * refused or the retries fail.
 */
async function runPartWithRetries<Result>(
  by: Actor,
  about: { batch: string; note: string },
  make: (tx: Transaction, act: Act) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await actOnMany(by, async (tx, act) => [await make(tx, act)], about);
    if (outcome.ok) return outcome.rows[0] as Result;
    if (outcome.status !== 503 || !(await waitToRetry(attempt)))
      throw new RuleViolation({ "": partRefusal(outcome, "imported") });
  }
}

/**
 * Claims a file for the import, so that it runs only once however often the button is pressed. Returns it with the
 * columns of the last dry run.
 */
async function claim({ id, name }: Import, batch: string): Promise<Import> {
  const tried = and(eq(imports.id, id), eq(imports.state, "tried"));
  const [claimed] = await write((tx) => tx.update(imports).set({ state: "importing", batch }).where(tried).returning());
  return claimed ?? refuse(`${name} was imported already, or is being tried anew.`);
}

async function markDone(tx: Transaction, { id, name }: Import, batch: string) {
  const claimed = and(eq(imports.id, id), eq(imports.state, "importing"), eq(imports.batch, batch));
  const concluded = await tx.update(imports).set({ state: "done" }).where(claimed).returning({ id: imports.id });
  if (concluded.length === 0) refuse(`${name} is not there any more.`);
}

/** Maximum time that one transaction of an import holds the database, in milliseconds. Tests change it. */
export const importTurn = { maxMs: 100 };

/** Imports the first records, as many as fit into a turn and at least one, and returns how many. */
async function carryOutRecords(tx: Transaction, act: Act, importer: Importer, file: Import, records: FileRecord[]) {
  const known = await importer.find(
    records.flatMap(({ rows: [{ recordId }] }) => recordId ?? []),
    [],
    tx,
  );
  const made: RecordRow[] = [];
  let changes = 0;
  let count = 0;
  const begun = performance.now();
  for (const record of records) {
    if (count > 0 && performance.now() - begun >= importTurn.maxMs) break;
    count++;
    const [row] = record.rows;
    const before = known.byId.get(row.recordId ?? "");
    const after = await onLine(row.line, () => carryOutRecord(tx, act, importer, file, record, before));
    if (row.outcome === "create") made.push(after);
    else if (after.revision !== row.revision) changes++;
    await yieldToEventLoop();
  }
  return { made, changes, count };
}

async function carryOutRecord(
  tx: Transaction,
  act: Act,
  importer: Importer,
  { defaults }: Import,
  { rows: [row], given }: FileRecord,
  before: RecordRow | undefined,
): Promise<RecordRow> {
  if (row.recordId !== null && (!before || before.deletedAt || before.revision !== row.revision))
    throw new RuleViolation({
      "": `${before ? importer.said(before) : `This ${importer.noun.one}`} was changed since.`,
    });
  const verdict = await validateCells(importer, given, before, defaults);
  if (verdict.outcome === "refuse") throw new RuleViolation(verdict.errors);
  if (verdict.outcome === "same") return verdict.before;
  const after =
    verdict.outcome === "create"
      ? await importer.create(tx, act, verdict.values)
      : verdict.outcome === "change" && (await importer.change(tx, act, verdict.before, verdict.values));
  return after || refuse(`This ${importer.noun.one} is not there any more.`);
}

function refuse(message: string): never {
  throw new RuleViolation({ "": message });
}

/** Adds the line number to refusals. */
async function onLine<Result>(line: number, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof RuleViolation)
      throw new RuleViolation({ "": `Line ${formatNumber(line)}: ${error.message.replace(/\.?$/, ".")}` });
    throw error;
  }
}
