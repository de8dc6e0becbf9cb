/** API tokens, with which programs use `/api` in a user's name. `bearer.server.ts` says what they may do. */
import { and, desc, eq, gt, lt } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import { db, type Transaction, write } from "db";
import { type ApiToken, apiTokens, type User } from "db/schema";
import { digest, signature } from "~/core/process/secrets.server";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity } from "~/core/resource/act.server";
import { recordOfKey, doubleClickMs, storeKey, repeatKey, repeatWindowMs } from "~/core/form/form-keys.server";
import { scopeLabels, type TokenScopes } from "./scopes";

/** Maximum valid tokens per user. */
const maxTokens = 20;
/** Prefix of every token, which secret scanners recognise. */
const prefix = "portico_";
/** Length of a token's visible start, in characters: the prefix and four letters. */
const visibleLength = prefix.length + 4;
const day = 86_400_000;

const whereUnexpired = () => gt(apiTokens.expiresAt, new Date());

/** Returns a user's tokens, newest first, including those that expired recently. */
export const listTokens = (userId: number) =>
  db.select().from(apiTokens).where(eq(apiTokens.userId, userId)).orderBy(desc(apiTokens.id));

export interface NewToken extends TokenScopes {
  name: string;
  /** Lifetime in days, at most a year. */
  life: number;
}

type TokenResult = { ok: true; token: string; row: ApiToken; isNew: boolean } | { ok: false; why: string };

/**
 * Creates a token, which only this result contains. It is derived from the form's one-time key, so that a form sent
 * twice creates one token and shows it both times, while the database stores only hashes.
 */
export async function makeToken(me: User, values: NewToken, key: string): Promise<TokenResult> {
  const today = Math.floor(Date.now() / day); // part of the token, so that an outdated form creates a different one
  const token = prefix + signature(`${me.id} ${today} ${key}`, "tokens for /api");
  return write(
    async (tx) => (await earlier(tx, me, { ...values, token, key })) ?? insert(tx, me, { ...values, token, key }),
  );
}

/**
 * Returns why a form is refused that asks for the same token as another form of the same user did recently, and the
 * key with which it would be accepted. Returns undefined if there is no such token, or if the form has that key.
 */
export async function repeatedToken(
  me: User,
  { name, areas, access }: NewToken,
  key: string,
): Promise<{ key: string; why: string } | undefined> {
  const since = new Date(Date.now() - repeatWindowMs);
  const made = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, me.id), eq(apiTokens.name, name), gt(apiTokens.createdAt, since), whereUnexpired()))
    .orderBy(desc(apiTokens.id));
  const twin = made.find((token) => isDeepStrictEqual([token.areas, token.access], [areas, access]));
  if (!twin || (await recordOfKey(db, entity, digest(key))) !== undefined) return undefined;
  const keyOfSecond = await unusedRepeatKey(twin.id);
  return key === keyOfSecond
    ? undefined
    : {
        key: keyOfSecond,
        why: `You made the token “${name}” a short while ago. It is not shown again. Send this once more only if there should be two.`,
      };
}

/** Returns the key that makes a second token like this one, and not one that made a token revoked since. */
async function unusedRepeatKey(id: number): Promise<string> {
  for (let used = 0; ; used++) {
    const key = repeatKey(entity, used === 0 ? String(id) : `${id} ${used}`);
    if ((await recordOfKey(db, entity, digest(key))) === undefined) return key;
  }
}

type TokenRequest = NewToken & { token: string; key: string };
const entity = "apiTokens";

/**
 * Returns the token that the same form has created before. It is shown again only right after its creation, and for
 * the same values; later the user gets an explanation.
 */
async function earlier(
  tx: Transaction,
  me: User,
  { name, areas, access, token, key }: TokenRequest,
): Promise<TokenResult | undefined> {
  const id = await recordOfKey(tx, entity, digest(key));
  if (id === undefined) return undefined;
  const [row] = await tx
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.id, Number(id)), eq(apiTokens.userId, me.id)));
  const isSame =
    row?.name === name &&
    isDeepStrictEqual([row.areas, row.access], [areas, access]) &&
    row.tokenHash === digest(token);
  if (isSame && Date.now() - row.createdAt.getTime() < doubleClickMs) return { ok: true, token, row, isNew: false };
  const reason = row
    ? `It made the token “${row.name}”, which is not shown again. If you did not see it, revoke it under Security.`
    : "It made a token that was revoked since.";
  return { ok: false, why: `This form was sent before. ${reason} Press the button again to make another token.` };
}

async function insert(
  tx: Transaction,
  me: User,
  { name, areas, access, life, token, key }: TokenRequest,
): Promise<TokenResult> {
  const mine = and(eq(apiTokens.userId, me.id), whereUnexpired());
  if ((await tx.$count(apiTokens, mine)) >= maxTokens)
    return { ok: false, why: `You have ${maxTokens} tokens already. Revoke one that you no longer use first.` };
  const expiresAt = new Date(Date.now() + life * day);
  const values = {
    userId: me.id,
    name,
    areas,
    access,
    expiresAt,
    tokenHash: digest(token),
    start: token.slice(0, visibleLength),
    createdAt: new Date(),
  };
  const [row] = await tx.insert(apiTokens).values(values).returning();
  if (!row) throw new Error("The token was not inserted.");
  await storeKey(tx, entity, digest(key), String(row.id));
  await recordSecurity(tx, me, me, "made an API token");
  await notifyOwner(
    tx,
    me,
    "A new API token",
    `The API token "${withoutQuotes(name)}" was made for your account.\nWhat a program may do with it, as far as you may yourself:\n${scopeLabels(
      { areas, access },
    )
      .map((words) => `- ${words}`)
      .join("\n")}`,
  );
  return { ok: true, token, row, isNew: true };
}

/** Revokes a token, if it is this user's, and returns it. */
export async function revokeToken(me: User, id: number): Promise<ApiToken | undefined> {
  return write(async (tx) => {
    const [row] = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, me.id)))
      .returning();
    if (!row) return undefined;
    await recordSecurity(tx, me, me, "revoked an API token");
    await notifyOwner(
      tx,
      me,
      "An API token was revoked",
      `The API token "${withoutQuotes(row.name)}" of your account was revoked.\nIt opens nothing any more.`,
    );
    return row;
  });
}

const notifyOwner = (tx: Transaction, me: User, subject: string, what: string) =>
  queueMail(tx, securityMail(me.email, subject, what));

/** Replaces double quotes, because mails put the name in double quotes. */
const withoutQuotes = (name: string) => name.replaceAll('"', "'");

/** Deletes tokens that expired before a moment and returns their number. */
export function deleteOldTokens(before: Date): Promise<number> {
  return write(
    async (tx) =>
      (await tx.delete(apiTokens).where(lt(apiTokens.expiresAt, before)).returning({ id: apiTokens.id })).length,
  );
}
