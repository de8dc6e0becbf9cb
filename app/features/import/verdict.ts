/** The result of a dry run or an import, in sentences. Browser-safe. */
import { formatNumber, howMany, type Noun } from "~/core/values/noun";

interface Verdict {
  noun: Noun;
  done: boolean;
  creates: number;
  changes: number;
  same: number;
  refused: number;
  differing: number;
  questions: number;
  skipped: number;
}

/** Returns the notes on rows that create or change nothing, one sentence each. */
export function verdictSentences(verdict: Verdict): string[] {
  const { noun, done, creates, changes, same, refused, differing, questions, skipped } = verdict;
  const isAny = creates + changes > 0;
  const be = done ? "were" : "will be";
  return [
    same > 0 &&
      `${rowsThat(same, "says", "say")} nothing new of ${noun.many} that you already have${done ? "" : ", and will be left out"}.`,
    refused > 0 && `${rowsThat(refused, "is", "are")} refused${isAny ? ` and ${isOr(refused, be)} left out` : ""}.`,
    skipped > 0 && `${rowsThat(skipped, "is", "are")} skipped.`,
    questions > 0 && `${rowsThat(questions, "asks", "ask")} what to do: answer below first.`,
    differing > 0 &&
      `${howMany(differing, noun)} ${differing === 1 ? "comes" : "come"} to another total than the file says.`,
    !done &&
      isAny &&
      questions === 0 &&
      `${refused + skipped > 0 ? "The other rows are" : "They are"} imported together or not at all, and one undo takes them back.`,
  ].filter((sentence) => sentence !== false);
}

const rowsThat = (rows: number, one: string, many: string) =>
  `${formatNumber(rows)} ${rows === 1 ? `row ${one}` : `rows ${many}`}`;

const isOr = (rows: number, be: string) => (rows === 1 && be === "were" ? "was" : be);
