/** An act: what one person did at once. It is one transaction, one batch in the journal, and has one undo. */
import { randomUUID } from "node:crypto";
import { afterCommit, type Transaction, write } from "db";
import { journal, type JournalEntry, type User } from "db/schema";
import { log } from "~/core/process/log.server";
import { writeFailureMessage } from "~/core/http/respond.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import type { Once } from "~/core/api/idempotency.server";

/** Who acts. The system itself has no id. */
export interface Actor {
  id: number | null;
  name: string;
  /** Where a program acts by a token: whether that may change people's access. */
  token?: { access: boolean };
  /**
   * Asked in the transaction of what only somebody does who has shown shortly before who they are: throws where they
   * have not.
   */
  assertRecentlyAuthenticated?(): Promise<void>;
}
/** Somebody who is signed in. */
export type Person = Pick<User, "id" | "name">;

export const system: Actor = { id: null, name: "Portico" };

export interface Act {
  by: Actor;
  /** Names the act in the journal, for its undo. */
  batch: string;
  /** The batch that this act takes back. */
  undoes?: string;
  /** Why it was done, in the words of who did it. */
  note?: string;
  /** How many entries it has written so far. */
  entries: number;
  /** What is worked out once, when all else is done, by a name for each thing; still in its transaction. */
  atEnd: Map<string, (tx: Transaction) => Promise<void>>;
}

/** With a `batch` it is a part of an act that has one already. */
type ActDetails = Partial<Pick<Act, "batch" | "undoes" | "note">>;

export const newAct = (by: Actor, about: ActDetails = {}): Act => ({
  by,
  batch: randomUUID(),
  ...about,
  entries: 0,
  atEnd: new Map(),
});

/** Thrown inside an act to take it all back; reaches the person as messages by field ("" is the whole form). */
export class RuleViolation extends Error {
  constructor(readonly errors: Record<string, string>) {
    super(Object.values(errors).join(" "));
  }
}

/** Thrown inside an act when somebody else has changed the record meanwhile. */
export class ConflictError extends Error {
  constructor(readonly theirs: unknown) {
    super("The record was changed meanwhile");
  }
}

/** With a `status` it is the server that cannot, else the values are at fault. */
type Refused = { ok: false; reason: "refused"; errors: Record<string, string>; status?: number };

/** What became of an act that makes a record. `change` names it for undo; it is missing when nothing changed. */
export type CreateResult<Row> = { ok: true; row: Row; change?: string } | Refused;

/** What became of an act on a record that there may be no longer, or no longer as it was. */
export type Outcome<Row> =
  CreateResult<Row> | { ok: false; reason: "absent" } | { ok: false; reason: "stale"; theirs: Row };

/** The same for many records at once: all of them or none. `rows` are those that changed. */
export type ManyOutcome<Row> = { ok: true; rows: Row[]; change?: string } | Refused;

/**
 * Does everything in `make` as one act that makes a record, or nothing of it. `make` answers that record. With `once`,
 * throws `AnsweredBefore` where it was made before.
 */
export async function actToMake<Row>(
  by: Actor,
  make: (tx: Transaction, act: Act) => Promise<Row>,
  once?: Once<Row>,
): Promise<CreateResult<Row>> {
  const act = newAct(by);
  try {
    const row = await write(async (tx) => {
      await once?.check(tx);
      const row = await runWholeAct(tx, act, make);
      await once?.remember(tx, row);
      return row;
    });
    return { ok: true, row, change: nameOf(act) };
  } catch (error) {
    return refused(error);
  }
}

/**
 * Does everything in `change` as one act on one record, or nothing of it. `change` answers that record, or nothing when
 * it is absent.
 */
export async function actOnOne<Row>(
  by: Actor,
  change: (tx: Transaction, act: Act) => Promise<Row | undefined>,
): Promise<Outcome<Row>> {
  const act = newAct(by);
  try {
    const row = await write((tx) => runWholeAct(tx, act, change));
    return row === undefined ? { ok: false, reason: "absent" } : { ok: true, row, change: nameOf(act) };
  } catch (error) {
    if (error instanceof ConflictError) return { ok: false, reason: "stale", theirs: error.theirs as Row };
    return refused(error);
  }
}

/** The same for an act on many records. */
export async function actOnMany<Row>(
  by: Actor,
  change: (tx: Transaction, act: Act) => Promise<Row[]>,
  about?: ActDetails,
): Promise<ManyOutcome<Row>> {
  const act = newAct(by, about);
  try {
    const rows = await write((tx) => runWholeAct(tx, act, change));
    return { ok: true, rows, change: nameOf(act) };
  } catch (error) {
    return refused(error);
  }
}

async function runWholeAct<Result>(
  tx: Transaction,
  act: Act,
  doIt: (tx: Transaction, act: Act) => Promise<Result>,
): Promise<Result> {
  const result = await doIt(tx, act);
  await runDeferredWork(tx, act);
  return result;
}

/** Works out what an act puts off to its end. */
export async function runDeferredWork(tx: Transaction, act: Act) {
  for (const one of act.atEnd.values()) await one(tx);
}

/** Why a part of an act came to nothing where other parts of it are done, in a sentence. */
export const partRefusal = ({ errors }: Refused, done: "changed" | "imported" | "undone") =>
  Object.values(errors).join(" ").replace("nothing was changed", `not all was ${done}`);

const nameOf = (act: Act) => (act.entries > 0 ? act.batch : undefined);

function refused(error: unknown): Refused {
  if (error instanceof RuleViolation) return { ok: false, reason: "refused", errors: error.errors };
  const why = writeFailureMessage(error);
  if (why) {
    log.error({ err: error }, "the database takes no change");
    return { ok: false, reason: "refused", errors: { "": why }, status: 503 };
  }
  throw error;
}

/** Writes an entry of an act. */
export async function record(
  tx: Transaction,
  act: Act,
  entry: Pick<JournalEntry, "entity" | "recordId" | "label" | "action"> & Partial<JournalEntry>,
) {
  act.entries++;
  await tx
    .insert(journal)
    .values({ note: act.note, ...entry, batch: act.batch, undoes: act.undoes, byId: act.by.id, byName: act.by.name });
}

type NotifyOfSecurity = (tx: Transaction, by: Actor, personId: number, note: string) => Promise<void>;

let notifyOfSecurity: NotifyOfSecurity = () => {
  throw new Error("Nobody can be told of it: import app/resources.server.ts first.");
};

/** Says how people are told of a security act on their account. `app/resources.server.ts` does so as it is loaded. */
export const onSecurityAct = (tell: NotifyOfSecurity) => void (notifyOfSecurity = tell);

/**
 * Writes down a security act, in the log too: that it happened, never a value. It has no undo. Unless it is no news to
 * them, the person is told of it in the app.
 */
export async function recordSecurity(
  tx: Transaction,
  by: Actor,
  person: { id: number; name: string },
  note: string,
  { isNews = true } = {},
) {
  await record(tx, newAct(by), {
    entity: "users",
    recordId: String(person.id),
    label: person.name,
    action: "security",
    note,
  });
  afterCommit(() =>
    logSecurityEvent({ event: "account", outcome: "success", userId: person.id, byId: by.id, what: note }),
  );
  if (isNews) await notifyOfSecurity(tx, by, person.id, note);
}
