/** Answers to the questions that a dry run asks about a file's rows. */
import { and, eq, inArray, notInArray, type SQL } from "drizzle-orm";
import { type Transaction, write } from "db";
import { type Import, type ImportAnswer, importRows } from "db/schema";
import type { Importer } from "./importer.server";

/**
 * Stores what users chose instead of the proposals of rows, and returns whether any of it is new. The next dry run uses
 * it.
 */
export async function saveChoices(
  { id }: Pick<Import, "id">,
  { proposals }: Pick<Importer, "proposals">,
  choices: { line: number; proposed?: Record<string, string | undefined> }[],
): Promise<boolean> {
  let isNew = false;
  await write(async (tx) => {
    for (const { line, proposed = {} } of choices) {
      const where = and(eq(importRows.importId, id), eq(importRows.line, line));
      const [row] = await tx.select({ proposal: importRows.proposal }).from(importRows).where(where);
      const cells = row?.proposal?.cells;
      const changed = Object.fromEntries(
        (proposals?.fields ?? []).flatMap((name) => (proposed[name] === undefined ? [] : [[name, proposed[name]]])),
      );
      if (!cells || row.proposal?.isKnown) continue;
      if (Object.entries(changed).every(([name, value]) => value === (cells[name] ?? ""))) continue;
      isNew = true;
      await tx
        .update(importRows)
        .set({ proposal: { cells: { ...cells, ...changed }, isEdited: true } })
        .where(where);
    }
  });
  return isNew;
}

interface RowAnswer {
  line: number;
  answer: ImportAnswer;
}

/** Stores the answers to single rows, then one answer for all other open questions. The next dry run uses them. */
export async function saveAnswers(file: Pick<Import, "id">, answers: RowAnswer[], all?: ImportAnswer) {
  await write(async (tx) => {
    for (const answer of ["update", "create", "skip"] as const) {
      const lines = answers.filter((row) => row.answer === answer).map(({ line }) => line);
      if (lines.length > 0) await answerRows(tx, file, answer, inArray(importRows.line, lines));
    }
    if (!all) return;
    const answered = answers.map(({ line }) => line);
    const open = and(
      eq(importRows.outcome, "ask"),
      answered.length > 0 ? notInArray(importRows.line, answered) : undefined,
    );
    await answerRows(tx, file, all, open);
  });
}

const answerRows = (tx: Transaction, { id }: Pick<Import, "id">, answer: ImportAnswer, which: SQL | undefined) =>
  tx
    .update(importRows)
    .set({ answer })
    .where(and(eq(importRows.importId, id), which));

/** Deletes all answers, as other columns lead to other questions. */
export const forgetAnswers = ({ id }: Pick<Import, "id">) =>
  write(async (tx) => void (await tx.update(importRows).set({ answer: null }).where(eq(importRows.importId, id))));
