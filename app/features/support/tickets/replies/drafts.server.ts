/** Drafts of replies: saved for their authors, and shown to others as a hint. */
import { and, asc, count, desc, eq, gt, isNull, lt, ne, or } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { replies, type Reply, replyDrafts, type Ticket, type User, users } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { holdsNoCard, noCards } from "~/core/values/cards";
import { recordId } from "~/core/values/ids";
import { tidyLines } from "~/core/form/rules";
import { recordOfKey } from "~/core/form/form-keys.server";
import { moveWaiting, removeWaiting } from "../attachments/attachments.server";
import { maxDraftLength } from "../limits";
import { seesNotes, whereVisibleTo } from "../people.server";

type Me = Pick<User, "id">;

/** Name of a ticket's reply draft, under which its files are stored. */
export const draftName = (ticketId: number) => `ticket:${ticketId}`;

const whereOwnDraft = (me: Me, ticketId: number) =>
  and(eq(replyDrafts.userId, me.id), eq(replyDrafts.ticketId, ticketId));

/** Returns the user's draft on a ticket. */
export async function draftOf(me: Me, { id }: Pick<Ticket, "id">) {
  return (await db.select().from(replyDrafts).where(whereOwnDraft(me, id)))[0];
}

interface DraftText {
  body: string;
  internal: boolean;
  /** One-time key of the form, to ignore drafts of a text already sent. */
  key?: string;
}

/** Why a draft was not saved: a sentence, and the HTTP status. */
interface NotKept {
  why: string;
  status: 400 | 409;
}

const alreadySentMessage =
  "This form has sent its message already, so the draft is not saved. Your text is still here: copy it, then load the page again.";

/**
 * Saves the user's draft on a ticket in place of an earlier one; an empty text deletes it, and a text already sent is
 * ignored. Returns why a draft could not be saved.
 */
export async function keepDraft(
  me: Me,
  ticket: Pick<Ticket, "id" | "requesterId">,
  { body, internal, key }: DraftText,
): Promise<NotKept | undefined> {
  if (body.length > maxDraftLength)
    return {
      why: `This is too long to be kept as a draft. Keep it to ${formatNumber(maxDraftLength)} characters.`,
      status: 400,
    };
  if (!holdsNoCard(body)) return { why: noCards, status: 400 };
  return write(async (tx) => {
    const sent = key ? await messageSentByForm(tx, key) : undefined;
    if (sent !== undefined) return sent === tidyLines(body) ? undefined : { why: alreadySentMessage, status: 409 };
    if (body.trim() === "") return void (await tx.delete(replyDrafts).where(whereOwnDraft(me, ticket.id)));
    if ((await lastReplyBody(tx, me, ticket.id)) === tidyLines(body)) return undefined; // from another window
    const values = { body, internal: internal && seesNotes(me.id, ticket), updatedAt: new Date() };
    await tx
      .insert(replyDrafts)
      .values({ userId: me.id, ticketId: ticket.id, ...values })
      .onConflictDoUpdate({ target: [replyDrafts.userId, replyDrafts.ticketId], set: values });
  });
}

/** Returns the user's last reply on a ticket. */
async function lastReplyBody(tx: Transaction, me: Me, ticketId: number): Promise<string | undefined> {
  const own = and(eq(replies.ticketId, ticketId), eq(replies.authorId, me.id));
  return (await tx.select({ body: replies.body }).from(replies).where(own).orderBy(desc(replies.id)).limit(1))[0]?.body;
}

/** The message that a form has sent. */
async function messageSentByForm(tx: Transaction, key: string): Promise<string | undefined> {
  const id = await recordOfKey(tx, "replies", key);
  return (
    id &&
    (
      await tx
        .select({ body: replies.body })
        .from(replies)
        .where(eq(replies.id, recordId(id)))
    )[0]?.body
  );
}

/** Deletes the user's draft with its files. */
export function discardDraft(me: Me, ticketId: number): Promise<void> {
  return write(async (tx) => {
    await forgetDraft(tx, me, ticketId);
    await removeWaiting(tx, me.id, draftName(ticketId));
  });
}

/** Forgets the text of a draft, in the change that sends it. */
export async function forgetDraft(tx: Transaction, me: Me, ticketId: number): Promise<void> {
  await tx.delete(replyDrafts).where(whereOwnDraft(me, ticketId));
}

/**
 * Moves the user's draft and files to another ticket and appends them to a draft there. If either is an internal
 * note, the result is one.
 */
export function moveDraft(me: Me, from: number, to: number): Promise<void> {
  return write(async (tx) => {
    const [draft] = await tx.select().from(replyDrafts).where(whereOwnDraft(me, from));
    const [there] = await tx.select().from(replyDrafts).where(whereOwnDraft(me, to));
    if (draft) {
      const moved = {
        ...draft,
        ticketId: to,
        body: [there?.body, draft.body].filter(Boolean).join("\n\n"),
        internal: draft.internal || Boolean(there?.internal),
        updatedAt: new Date(),
      };
      await tx
        .insert(replyDrafts)
        .values(moved)
        .onConflictDoUpdate({ target: [replyDrafts.userId, replyDrafts.ticketId], set: moved });
    }
    await forgetDraft(tx, me, from);
    await moveWaiting(tx, me.id, draftName(from), draftName(to));
  });
}

type Draft = typeof replyDrafts.$inferSelect;

/** Joins drafts of one reply; a text contained in another is not repeated. */
export function joinDrafts(drafts: (Draft | undefined)[]) {
  return drafts
    .filter((draft) => draft !== undefined)
    .reduce<(typeof drafts)[number]>((whole, draft) => (whole ? joinTwo(whole, draft) : draft), undefined);
}

function joinTwo(one: Draft, other: Draft): Draft {
  const latest = one.updatedAt > other.updatedAt ? one : other;
  const internal = one.internal || other.internal;
  if (other.body.includes(one.body)) return { ...latest, internal, body: other.body };
  return { ...latest, internal, body: one.body.includes(other.body) ? one.body : `${one.body}\n\n${other.body}` };
}

/** The merged tickets whose drafts a form for another one began with, by their numbers as the form has them. */
const mergedIn = (draftsOf: unknown, into: number) =>
  typeof draftsOf !== "string" || !draftsOf
    ? []
    : draftsOf.split(",").flatMap((number) => {
        const id = recordId(number);
        return id && id !== into ? [id] : [];
      });

/** Moves the files of drafts on merged tickets to the draft on the ticket they were merged into. */
export async function takeFilesOfMerged(me: Me, draftsOf: unknown, into: number): Promise<void> {
  const merged = mergedIn(draftsOf, into);
  if (merged.length === 0) return;
  await write(async (tx) => {
    for (const id of merged) await moveWaiting(tx, me.id, draftName(id), draftName(into));
  });
}

/** Deletes the drafts on merged tickets after their text was sent or saved as another draft. */
export async function forgetDraftsOfMerged(me: Me, draftsOf: unknown, into: number): Promise<void> {
  const merged = mergedIn(draftsOf, into);
  if (merged.length === 0) return;
  await write(async (tx) => {
    for (const id of merged) await forgetDraft(tx, me, id);
  });
}

/** Saves a draft in place of those on merged tickets. Returns why it could not be saved. */
export async function keepJoinedDraft(
  me: Me,
  ticket: Pick<Ticket, "id" | "requesterId">,
  written: DraftText,
  draftsOf: unknown,
): Promise<NotKept | undefined> {
  const refused = await keepDraft(me, ticket, written);
  if (refused) return refused;
  await takeFilesOfMerged(me, draftsOf, ticket.id);
  await forgetDraftsOfMerged(me, draftsOf, ticket.id);
  return undefined;
}

/** Deletes drafts not updated since a time. Returns how many. */
export function deleteOldDrafts(before: Date): Promise<number> {
  return write(
    async (tx) =>
      (await tx.delete(replyDrafts).where(lt(replyDrafts.updatedAt, before)).returning({ id: replyDrafts.ticketId }))
        .length,
  );
}

/** How long a user counts as writing after the last input, in milliseconds. */
const writingMs = 20_000;

/** Another user who is writing. For the requester the name is omitted, and writers of notes are excluded. */
export interface Writer {
  name?: string;
  internal: boolean;
}

/** Returns the other users who are writing on a ticket now. */
export async function writersOn(me: Me, ticket: Pick<Ticket, "id" | "requesterId">): Promise<Writer[]> {
  const others = and(
    eq(replyDrafts.ticketId, ticket.id),
    ne(replyDrafts.userId, me.id),
    gt(replyDrafts.updatedAt, new Date(Date.now() - writingMs)),
  );
  const found = await db
    .select({ name: users.name, internal: replyDrafts.internal })
    .from(replyDrafts)
    .innerJoin(users, eq(users.id, replyDrafts.userId))
    .where(others)
    .orderBy(asc(users.name));
  if (seesNotes(me.id, ticket)) return found;
  return found.some(({ internal }) => !internal) ? [{ internal: false }] : [];
}

/** Counts the messages of others, readable by `me`, after the one last seen. */
export async function countNewer(
  me: Me,
  ticket: Pick<Ticket, "id" | "requesterId">,
  seen: Reply["id"],
  from: Pick<Transaction, "select"> = db,
): Promise<number> {
  const byOthers = or(isNull(replies.authorId), ne(replies.authorId, me.id));
  const [row] = await from
    .select({ count: count() })
    .from(replies)
    .where(and(whereVisibleTo(me.id, ticket), gt(replies.id, seen), byOthers));
  return row?.count ?? 0;
}
