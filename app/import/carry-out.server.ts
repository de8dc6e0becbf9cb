/** The import itself: one act, all of it or nothing, with one undo. */
import { and, eq } from "drizzle-orm";
import type { Transaction } from "db";
import { type Import, imports, type ImportRow } from "db/schema";
import { breathe } from "~/lib/turns.server";
import { type Act, actOnMany, type Actor, Refusal } from "~/records/act.server";
import type { RecordRow } from "~/records/kind.server";
import type { Progress } from "~/runs/runs.server";
import { inWords } from "./csv";
import type { Importer } from "./importer.server";
import { rowsOf } from "./imports.server";
import { givenOf, read } from "./judge.server";

/** What became of it: how many, and the act's name for undo; or why nothing was changed. */
export type CarriedOut = { ok: true; creates: number; changes: number; change?: string } | { ok: false; message: string };

/** Does what the dry run found, unless a record has changed since: then nothing is done. */
export async function carryOut(by: Actor, importer: Importer, file: Import, progress: Progress): Promise<CarriedOut> {
  const sums = { creates: 0, changes: 0 };
  let done = 0;
  const ended = await actOnMany<RecordRow>(
    by,
    async (tx, act) => {
      const { fields } = await claim(tx, act, file);
      let last: RecordRow | undefined;
      for await (const rows of rowsOf(file.id, ["create", "change"])) {
        const known = await importer.find(rows.flatMap(({ recordId }) => recordId ?? []), [], tx);
        for (const row of rows) {
          const after = await onLine(row.line, () => carryOutRow(tx, act, importer, fields, row, known.byId.get(row.recordId ?? "")));
          if (row.outcome === "create") {
            last = after;
            sums.creates++;
          } else if (after.revision !== row.revision) sums.changes++;
          await breathe();
        }
        progress((done += rows.length));
      }
      if (last) await importer.tell?.(tx, act, { count: sums.creates, last });
      return []; // a hundred thousand rows would be held for nobody
    },
    { note: `Imported from ${file.name}` },
  );
  return ended.ok ? { ok: true, ...sums, change: ended.change } : { ok: false, message: Object.values(ended.errors).join(" ") };
}

/** A file is brought in once, however often the button is pressed. Answers it with the columns that were tried last. */
async function claim(tx: Transaction, act: Act, { id, name }: Import): Promise<Import> {
  const tried = and(eq(imports.id, id), eq(imports.state, "tried"));
  const [claimed] = await tx.update(imports).set({ state: "done", batch: act.batch }).where(tried).returning();
  return claimed ?? refuse(`${name} was imported already, or is being tried anew.`);
}

async function carryOutRow(tx: Transaction, act: Act, importer: Importer, fields: string[], row: ImportRow, before: RecordRow | undefined): Promise<RecordRow> {
  if (row.recordId !== null && (!before || before.deletedAt || before.revision !== row.revision)) throw new Refusal({ "": `${before ? importer.said(before) : `This ${importer.noun.one}`} was changed since.` });
  const judged = await read(importer, givenOf({ fields }, row), before);
  if (judged.outcome === "refuse") throw new Refusal(judged.errors);
  if (judged.outcome === "same") return judged.before;
  const after = judged.outcome === "create" ? await importer.create(tx, act, judged.values) : await importer.change(tx, act, judged.before, judged.values);
  return after ?? refuse(`This ${importer.noun.one} is not there any more.`);
}

function refuse(message: string): never {
  throw new Refusal({ "": message });
}

/** Has a refusal say which line it is about. */
async function onLine<Result>(line: number, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal({ "": `Line ${inWords(line)}: ${error.message.replace(/\.?$/, ".")}` });
    throw error;
  }
}
