/** Upload limits per user, for all clients, and for the whole team, including files that are never sent. */
import { and, eq, gt, isNull, ne, sql, sum } from "drizzle-orm";
import type { Transaction } from "db";
import { attachments, files, type User, users } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { currentDiskSpace } from "./disk.server";

const megabyte = 1024 * 1024;
const day = 24 * 3_600_000;

interface Limits {
  /** Files not yet sent with a message. */
  waiting: number;
  /** All files within 24 hours. */
  daily: number;
  /** Unsent files of all clients, or of the whole team, so that neither uses up the other's share. */
  waitingOfAll: number;
}

/** Limits in bytes. Tests lower them. */
export const uploadLimits = {
  client: { waiting: 50 * megabyte, daily: 200 * megabyte, waitingOfAll: 1_000 * megabyte },
  team: { waiting: 250 * megabyte, daily: 1_000 * megabyte, waitingOfAll: 1_000 * megabyte },
} satisfies Record<string, Limits>;

const inMegabytes = (bytes: number) => `${formatNumber(Math.round(bytes / megabyte))} MB`;

/**
 * Returns why the user may not upload a file of this size now; undefined if they may. Call it in the transaction that
 * stores the file, so that concurrent uploads cannot exceed the limit.
 */
export async function uploadRefusal(
  tx: Pick<Transaction, "select">,
  me: Pick<User, "id" | "access">,
  bytes: number,
): Promise<string | undefined> {
  if (currentDiskSpace().state === "no uploads") return diskRefusal;
  const isClient = me.access === "client";
  const limits = isClient ? uploadLimits.client : uploadLimits.team;
  const own = eq(attachments.ownerId, me.id);
  const isWaiting = isNull(attachments.replyId);
  if ((await sizeOf(tx, and(own, isWaiting))) + bytes > limits.waiting)
    return `You have ${inMegabytes(limits.waiting)} of files that are not sent yet, which is the limit. Send or remove some of them first.`;
  const since = new Date(Date.now() - day);
  let uploaded = 0;
  for (const query of uploadedSince(tx, me.id, since)) uploaded += Number((await query)[0]?.bytes ?? 0);
  if (uploaded + bytes > limits.daily)
    return `You have uploaded ${inMegabytes(limits.daily)} within a day, which is the limit. Choose the file again tomorrow.`;
  if ((await waitingBytes(tx, isClient)) + bytes > limits.waitingOfAll)
    return "Too many files wait to be sent on this site. Choose the file again in an hour.";
  return undefined;
}

/** Error message while the disk has space for changes, but not for files. */
const diskRefusal =
  "The server’s disk is almost full, so no file was taken. Tell the server's administrator, and choose the file again when there is room.";

/** Returns why nobody may upload now; undefined if there is space. */
export const fullDiskRefusal = (): string | undefined =>
  currentDiskSpace().state === "no uploads" ? diskRefusal : undefined;

/** Returns the queries that sum up a user's uploads since a time. They read indexes only, not the files. */
export const uploadedSince = (tx: Pick<Transaction, "select">, ownerId: number, since: Date) => [
  attachedBytes(tx, and(eq(attachments.ownerId, ownerId), gt(attachments.createdAt, since))),
  tx
    .select({ bytes: sql<number | null>`sum(length(${files.bytes}))` })
    .from(files)
    .where(and(eq(files.uploaderId, ownerId), gt(files.createdAt, since))),
];

/** Returns the bytes of unsent files of all clients, or of everyone else; files of deleted users count for the team. */
async function waitingBytes(tx: Pick<Transaction, "select">, ofClients: boolean): Promise<number> {
  const isTheirs = ofClients ? eq(users.access, "client") : ne(sql`coalesce(${users.access}, '')`, "client");
  const [row] = await tx
    .select({ bytes: sum(attachments.size) })
    .from(attachments)
    .leftJoin(users, eq(users.id, attachments.ownerId))
    .where(and(isNull(attachments.replyId), isTheirs));
  return Number(row?.bytes ?? 0);
}

const attachedBytes = (tx: Pick<Transaction, "select">, where: ReturnType<typeof and>) =>
  tx
    .select({ bytes: sum(attachments.size) })
    .from(attachments)
    .where(where);

const sizeOf = async (tx: Pick<Transaction, "select">, where: ReturnType<typeof and>): Promise<number> =>
  Number((await attachedBytes(tx, where))[0]?.bytes ?? 0);
