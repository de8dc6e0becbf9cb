/** Attachments: stored with their draft on upload, and visible to those who may read the message. */
import { randomUUID } from "node:crypto";
import { and, asc, count, eq, inArray, isNull, like, lt, sql } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type Attachment, attachments, attachmentThumbs, replies, tickets, type User } from "db/schema";
import { endingOf, safeName } from "~/core/values/file-name.server";
import type { ParsedForm } from "~/core/form/form.server";
import type { Reader } from "~/core/list/reach.server";
import { uploadRefusal } from "~/core/files/upload-limits.server";
import { erased } from "~/core/resource/erase.server";
import { drawThumb, kindOfFile } from "./file-kind.server";
import { describeOmittedFiles, maxAttachments } from "../limits";
import { whereVisibleTo } from "../people.server";
import { ticketResource } from "../tickets.server";

/** The public data of an attachment. */
export type Attached = Pick<Attachment, "id" | "name" | "type" | "size">;

const { id, name, type, size } = attachments;
const attachmentColumns = { id, name, type, size };

/** Order of upload; several files may have the same time. */
const uploadOrder = [asc(attachments.createdAt), asc(sql`rowid`)];

/** Condition for the uploaded files that belong to an unsent draft. */
const waiting = (ownerId: number, draft: string) =>
  and(eq(attachments.ownerId, ownerId), eq(attachments.draft, draft), isNull(attachments.replyId));

/**
 * Stores a form's files with their draft (`ticket:482` or a new ticket's one-time key), so that they survive a rejected
 * form; skips files that are already there. Returns the new ids and an error about rejected files.
 */
export async function keepAttachments(
  me: Pick<User, "id" | "access">,
  draft: string,
  files: File[] = [],
): Promise<{ kept: string[]; error?: string }> {
  const ownerId = me.id;
  const { sound, errors, unread } = await readFiles(files);
  const kept = await write(async (tx) => {
    const added: string[] = [];
    const leftOut: string[] = [];
    for (const file of sound) {
      const [same] = await tx
        .select({ id })
        .from(attachments)
        .where(
          and(waiting(ownerId, draft), eq(name, file.name), eq(size, file.size), eq(attachments.bytes, file.bytes)),
        );
      if (same) continue;
      const [{ number } = { number: 0 }] = await tx
        .select({ number: count() })
        .from(attachments)
        .where(waiting(ownerId, draft));
      if (number >= maxAttachments) {
        leftOut.push(file.name);
        continue;
      }
      const refusal = await uploadRefusal(tx, me, file.size);
      if (refusal) return { added, leftOut, refusal };
      const newId = randomUUID();
      const { thumb, ...values } = file;
      await tx.insert(attachments).values({ id: newId, ownerId, draft, ...values });
      if (thumb) await tx.insert(attachmentThumbs).values({ attachmentId: newId, bytes: thumb });
      added.push(newId);
    }
    return { added, leftOut: [...leftOut, ...unread] };
  });
  if (kept.refusal) errors.push(kept.refusal);
  if (kept.leftOut.length > 0) errors.push(describeOmittedFiles(kept.leftOut));
  return { kept: kept.added, error: errors.length > 0 ? errors.join(" ") : undefined };
}

const refusedBefore = "Nothing was sent, because a file was refused. Choose another one, or leave it out.";

/**
 * Returns why a form is rejected although its files are valid: an earlier file was rejected, and the user has not
 * confirmed sending without it.
 */
export function rejectedFileError({
  fields,
  files,
}: Pick<ParsedForm<unknown>, "fields" | "files">): string | undefined {
  if (typeof fields.refused !== "string" || files.attachments?.length) return undefined;
  const named = fields.refused.replaceAll(refusedBefore, "").trim();
  return [named !== "yes" && named, refusedBefore].filter(Boolean).join(" ");
}

type FileValues = Pick<Attachment, "name" | "type" | "size" | "bytes"> & { thumb?: Buffer };

/**
 * The first files that are sound, as many as a message may have, sentences about those that are not, and the names of
 * the others.
 */
async function readFiles(files: File[]): Promise<{ sound: FileValues[]; errors: string[]; unread: string[] }> {
  const sound: FileValues[] = [];
  const errors: string[] = [];
  for (const [index, file] of files.entries()) {
    if (sound.length === maxAttachments)
      return { sound, errors, unread: files.slice(index).map(({ name }) => safeName(name)) };
    const read = await readFile(file); // one large picture at a time
    if (!("error" in read)) sound.push(read);
    else if (errors.length < maxAttachments) errors.push(read.error);
  }
  return { sound, errors, unread: [] };
}

async function readFile(file: File): Promise<FileValues | { error: string }> {
  const name = safeName(file.name);
  const bytes = Buffer.from(await file.arrayBuffer());
  const kind = await kindOfFile(name, bytes);
  return "error" in kind ? kind : { name, ...kind, size: bytes.length, bytes };
}

/** Returns the uploaded files of a user's draft, in the order of upload. */
export async function waitingAttachments({ id: ownerId }: Pick<User, "id">, draft: string): Promise<Attached[]> {
  return db
    .select(attachmentColumns)
    .from(attachments)
    .where(waiting(ownerId, draft))
    .orderBy(...uploadOrder);
}

/** Deletes unsent files of a draft: those with these ids, or all. */
export async function removeWaiting(tx: Transaction, ownerId: number, draft: string, ids?: string[]): Promise<void> {
  await tx.delete(attachments).where(and(waiting(ownerId, draft), ids && inArray(id, ids)));
}

/** Attaches a draft's files to a reply, in its transaction. */
export async function attachTo(tx: Transaction, replyId: number, ownerId: number, draft: string): Promise<void> {
  await tx.update(attachments).set({ replyId, draft: null }).where(waiting(ownerId, draft));
}

/** Files that wait with the draft for one ticket wait with the one for another from now on. */
export async function moveWaiting(tx: Transaction, ownerId: number, from: string, to: string): Promise<void> {
  await tx.update(attachments).set({ draft: to }).where(waiting(ownerId, from));
}

/** The files of these replies, by the reply. Ask only for replies that may be read. */
export async function attachmentsOf(replyIds: number[]): Promise<Map<number, Attached[]>> {
  const found =
    replyIds.length === 0
      ? []
      : await db
          .select({ ...attachmentColumns, replyId: attachments.replyId })
          .from(attachments)
          .where(inArray(attachments.replyId, replyIds))
          .orderBy(...uploadOrder);
  const byReply = new Map<number, Attached[]>();
  for (const { replyId, ...file } of found) byReply.set(replyId ?? 0, [...(byReply.get(replyId ?? 0) ?? []), file]);
  return byReply;
}

/** Returns a file's metadata if the user may read its message; before it is sent, only for the uploader. */
export async function attachmentFor(me: Reader, attachmentId: string): Promise<Attached | undefined> {
  const [found] = await db
    .select({
      file: { ...attachmentColumns, ownerId: attachments.ownerId, replyId: attachments.replyId },
      ticket: tickets,
    })
    .from(attachments)
    .leftJoin(replies, eq(replies.id, attachments.replyId))
    .leftJoin(tickets, eq(tickets.id, replies.ticketId))
    .where(eq(id, attachmentId));
  if (!found) return undefined;
  const { file, ticket } = found;
  if (file.replyId === null) return file.ownerId === me.id ? file : undefined;
  if (!ticket || !(await ticketResource.find(me, ticket.id))) return undefined;
  const [readable] = await db
    .select({ id: replies.id })
    .from(replies)
    .where(and(whereVisibleTo(me.id, ticket), eq(replies.id, file.replyId)));
  return readable && file;
}

/** Returns the content of an attachment. Does not check access. */
export async function bytesOf(attachmentId: string): Promise<Buffer | undefined> {
  return (await db.select({ bytes: attachments.bytes }).from(attachments).where(eq(id, attachmentId)))[0]?.bytes;
}

/** Returns the thumbnail of an attachment, drawn if none is stored. Does not check access. */
export async function thumbOf(attachmentId: string): Promise<Buffer | undefined> {
  const stored = await db
    .select({ bytes: attachmentThumbs.bytes })
    .from(attachmentThumbs)
    .where(eq(attachmentThumbs.attachmentId, attachmentId));
  if (stored[0]) return stored[0].bytes.length > 0 ? stored[0].bytes : undefined;
  const bytes = await bytesOf(attachmentId);
  return bytes && drawThumb(bytes);
}

/** Maximum thumbnails drawn per maintenance run. */
const maxThumbsPerRun = 500;

/**
 * Stores thumbnails that are missing on older attachments; an empty one marks an image that cannot be drawn. Returns
 * how many were drawn.
 */
export async function storeMissingThumbs(): Promise<number> {
  const missing = await db
    .select({ id })
    .from(attachments)
    .leftJoin(attachmentThumbs, eq(attachmentThumbs.attachmentId, id))
    .where(and(like(type, "image/%"), isNull(attachmentThumbs.attachmentId)))
    .limit(maxThumbsPerRun);
  let stored = 0;
  for (const { id: attachmentId } of missing) {
    const drawn = await thumbOf(attachmentId);
    const bytes = drawn ?? Buffer.alloc(0);
    await write(async (tx) => {
      if (await tx.$count(attachments, eq(id, attachmentId)))
        await tx.insert(attachmentThumbs).values({ attachmentId, bytes }).onConflictDoNothing();
    });
    if (drawn) stored++;
  }
  return stored;
}

/** Takes the names of the files of these replies away, but for how they end: who wrote them chose them. */
export async function eraseFileNames(tx: Transaction, replyIds: number[]): Promise<void> {
  for (const replyId of replyIds) {
    const files = await tx.select({ id, name }).from(attachments).where(eq(attachments.replyId, replyId));
    for (const file of files)
      await tx
        .update(attachments)
        .set({ name: erased + endingOf(file.name) })
        .where(eq(id, file.id));
  }
}

/** Deletes unsent files uploaded before a given time. Returns how many. */
export function deleteUnsent(before: Date): Promise<number> {
  return write(
    async (tx) =>
      (
        await tx
          .delete(attachments)
          .where(and(isNull(attachments.replyId), lt(attachments.createdAt, before)))
          .returning({ id })
      ).length,
  );
}
