/** Answers to the questions of a file's rows. */
import { and, eq, inArray, notInArray, type SQL } from "drizzle-orm";
import { type Transaction, write } from "db";
import { type Import, type ImportAnswer, importRows } from "db/schema";

interface RowAnswer {
  line: number;
  answer: ImportAnswer;
}

/** Keeps answers of single rows, and then one for all questions that are still open. They count in the next dry run. */
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

/** Forgets all answers: with other columns the questions are others. */
export const forgetAnswers = ({ id }: Pick<Import, "id">) =>
  write(async (tx) => void (await tx.update(importRows).set({ answer: null }).where(eq(importRows.importId, id))));
