/** The undo of an act that did something to very many: it goes on after its request. */
import { randomUUID } from "node:crypto";
import { and, count, desc, eq, lt } from "drizzle-orm";
import { db, write } from "db";
import { journal, type JournalEntry } from "db/schema";
import { log } from "~/lib/log.server";
import { breathe } from "~/lib/turns.server";
import { actOnMany } from "~/records/act.server";
import { bulkLimits } from "~/records/bulk-limits.server";
import { attempt } from "~/records/many.server";
import type { Person } from "~/records/rehearsal.server";
import { type Progress, type Run, type RunEnd, startRun, whyToEnd } from "~/runs/runs.server";
import { inThread } from "~/runs/thread.server";
import { hrefOfAct, takeBackNews } from "./act-news.server";
import { entriesFor } from "./shown.server";
import { undoToast } from "./undo-toast.server";
import { undoChange, undoEntry } from "./undo.server";
import { withUndone } from "./undone.server";

/** How many entries an act has; where they are more than are taken back in one change, that they are more. */
async function sizeOf(batch: string): Promise<number> {
  const some = db.select({ id: journal.id }).from(journal).where(eq(journal.batch, batch)).limit(bulkLimits.atOnce + 1).as("some");
  const [found] = await db.select({ entries: count() }).from(some);
  return found?.entries ?? 0;
}

/**
 * Starts to take an act back that has more entries than anybody should wait for; nothing where it has fewer. One that has more than one
 * change may have did the same to records of one kind, each for itself: so each of them is taken back for itself as well, where a
 * smaller act is undone as a whole or not at all.
 */
export async function startLongUndo(by: Person, { batch, back, passingOver }: { batch: string; back: string; passingOver: boolean }): Promise<Run | undefined> {
  const size = await sizeOf(batch);
  if (size <= bulkLimits.rehearsed) return undefined;
  const me = { id: by.id, name: by.name };
  const inParts = size > bulkLimits.atOnce;
  const total = inParts ? await db.$count(journal, eq(journal.batch, batch)) : size;
  const about = { key: `undo ${batch}`, title: `Undoing ${total.toLocaleString("en-US")} changes`, back, total, holds: !inParts };
  return startRun(me, about, (progress) => (inParts ? undoInParts({ by: me, batch, back }, total, progress) : undoAtOnce({ by: me, batch, back, passingOver }, total, progress)));
}

const undoAtOnce = inThread<Asked & { passingOver: boolean }>("undo at once", async ({ by, batch, back, passingOver }, progress) => {
  return { ...undoToast(batch, await undoChange(by, batch, undefined, passingOver, progress)), to: back };
});

/** What was changed again since is passed over and counted. The undo is one act, whose own undo goes on in the same way. */
function undoInParts(asked: Asked, total: number, progress: Progress): Promise<RunEnd> {
  return undoing(asked, total, progress).catch((error: unknown) => {
    log.error({ err: error }, "a large undo failed"); // its thread has ended, perhaps between two of its changes
    return { text: "It stopped in the middle, because something went wrong here. Undo it again: what was undone is left as it is.", tone: "error", to: asked.back };
  });
}

interface Asked {
  by: Person;
  batch: string;
  back: string;
}

/** How many entries came to what. */
interface Counts {
  undone: number;
  over: number;
}

const undoing = inThread<Asked>("undo in parts", async ({ by, batch, back }, progress) => {
  const undo = randomUUID();
  const all: Counts = { undone: 0, over: 0 };
  let trouble: string | undefined;
  let read = 0;
  let redo = true; // unless it is an undo that is taken back
  for (let last: number | undefined; !trouble; ) {
    const some = await before(by, batch, last);
    if (some.length === 0) break;
    redo = !some[0]?.undoes;
    const part = whyToEnd() ?? (await undoPart(by, some, { batch: undo, undoes: batch }));
    if (typeof part === "string") trouble = part;
    else Object.assign(all, { undone: all.undone + part.undone, over: all.over + part.over });
    last = some.at(-1)?.id;
    progress((read += some.length));
  }
  if (!trouble && all.over === 0) await withoutNews(batch);
  const links = all.over > 0 ? [{ href: hrefOfAct(batch), title: "See which" }] : undefined;
  return { ...ending(all, trouble), undo: all.undone > 0 ? undo : undefined, redo, links, to: back };
});

/** The act is taken back by now, whatever becomes of its news: they only lead to it. */
async function withoutNews(batch: string) {
  try {
    await write((tx) => takeBackNews(tx, batch));
  } catch (error) {
    log.error({ err: error }, "the news of an act that was undone could not be taken back");
  }
}

function ending({ undone, over }: Counts, trouble: string | undefined): Pick<RunEnd, "text" | "tone"> {
  const text = `Undone: ${undone.toLocaleString("en-US")} changes`;
  if (trouble) return { text: `${trouble} ${text}.`, tone: "error" };
  if (undone === 0 && over === 0) return { text: "This was undone already.", tone: "error" };
  return over === 0 ? { text } : { text: `${text}. ${over.toLocaleString("en-US")} were passed over, because something else was changed there since.`, ...(undone === 0 && { tone: "error" }) };
}

/** The latest entries of an act before another one of it, as far as somebody may see them. */
function before({ id }: Person, batch: string, last: number | undefined): Promise<JournalEntry[]> {
  const where = and(eq(journal.batch, batch), last === undefined ? undefined : lt(journal.id, last), entriesFor(id));
  return db.select().from(journal).where(where).orderBy(desc(journal.id)).limit(bulkLimits.together);
}

/** Takes some entries back as one change; answers in a sentence why none of them could be. */
async function undoPart(by: Person, entries: JournalEntry[], about: { batch: string; undoes: string }): Promise<Counts | string> {
  const counts: Counts = { undone: 0, over: 0 };
  try {
    const outcome = await actOnMany(
      by,
      async (tx, act) => {
        for (const entry of (await withUndone(entries, tx)).filter(({ undone }) => !undone)) {
          const tried = await attempt(tx, act, () => undoEntry(tx, act, entry));
          counts["why" in tried ? "over" : "undone"]++;
          await breathe();
        }
        return [];
      },
      about,
    );
    return outcome.ok ? counts : "The server's disk is full, so not all was undone.";
  } catch (error) {
    log.error({ err: error }, "a part of a large undo failed");
    return "It stopped in the middle, because something went wrong here.";
  }
}
