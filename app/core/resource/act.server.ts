/** An act is everything that one user does in one step: one transaction, one batch in the journal, and one undo. */
import { randomUUID } from "node:crypto";
import { afterCommit, type Transaction, write } from "db";
import { journal, type JournalEntry, type User } from "db/schema";
import { log } from "~/core/process/log.server";
import { writeFailureMessage } from "~/core/http/respond.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import type { Once } from "~/core/api/idempotency.server";
import type { Reader } from "~/core/list/reach.server";

/** The user or system that performs an act. The system has no id. */
export interface Actor {
  id: number | null;
  name: string;
  /** Set for API tokens: whether they may change users' access. */
  token?: { access: boolean };
  /**
   * Called in the transaction of acts that need a recent confirmation of identity; throws if there is none. Programs
   * read `refusal`.
   */
  assertRecentlyAuthenticated?(refusal?: string): Promise<void>;
}
/** A signed-in user. */
export type Person = Pick<User, "id" | "name">;

/** A signed-in user whose access limits which records an act changes. */
export type ActingUser = Actor & Reader;

export const system: Actor = { id: null, name: "Portico" };

export interface Act {
  by: Actor;
  /** Batch id of the act's journal entries, used to undo it. */
  batch: string;
  /** The batch that this act undoes. */
  undoes?: string;
  /** The reason given for it. */
  note?: string;
  /** Number of journal entries written so far. */
  entries: number;
  /** Work deferred to the end of the transaction, by a key, so that each runs once. */
  atEnd: Map<string, (tx: Transaction) => Promise<void>>;
}

/** Pass `batch` to make this part of an existing act. */
type ActDetails = Partial<Pick<Act, "batch" | "undoes" | "note">>;

export const newAct = (by: Actor, about: ActDetails = {}): Act => ({
  by,
  batch: randomUUID(),
  ...about,
  entries: 0,
  atEnd: new Map(),
});

/**
 * Thrown inside an act to roll it back; `errors` are messages by field ("" is the whole form). With `status` 409, the
 * record's state is the reason, not the values.
 */
export class RuleViolation extends Error {
  constructor(
    readonly errors: Record<string, string>,
    readonly status?: 409,
  ) {
    super(Object.values(errors).join(" "));
  }
}

/** Thrown inside an act if someone else has changed the record; `theirs` is its current row. */
export class ConflictError extends Error {
  constructor(readonly theirs: unknown) {
    super("The record was changed meanwhile");
  }
}

/** A refused act. With `status`, the server failed or the record's state is the reason; else the values are invalid. */
type Refused = { ok: false; reason: "refused"; errors: Record<string, string>; status?: number };

/** Result of creating a record. `batch` can be undone; missing if nothing changed. */
export type CreateResult<Row> = { ok: true; row: Row; batch?: string } | Refused;

/** Result of an act on a record that may be absent or have been changed by someone else. */
export type Outcome<Row> =
  CreateResult<Row> | { ok: false; reason: "absent" } | { ok: false; reason: "stale"; theirs: Row };

/** Result of an act on many records, which changes all or none. `rows` are those that changed. */
export type ManyOutcome<Row> = { ok: true; rows: Row[]; batch?: string } | Refused;

/**
 * Runs `make` as one act in a transaction and returns the created record. With `once`, throws `AnsweredBefore` if it
 * was created before.
 */
export async function actToCreate<Row>(
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
    return { ok: true, row, batch: batchOf(act) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Runs `change` as one act on one record, in a transaction; `change` returns undefined if the record is absent. */
export async function actOnOne<Row>(
  by: Actor,
  change: (tx: Transaction, act: Act) => Promise<Row | undefined>,
): Promise<Outcome<Row>> {
  const act = newAct(by);
  try {
    const row = await write((tx) => runWholeAct(tx, act, change));
    return row === undefined ? { ok: false, reason: "absent" } : { ok: true, row, batch: batchOf(act) };
  } catch (error) {
    if (error instanceof ConflictError) return { ok: false, reason: "stale", theirs: error.theirs as Row };
    return refusalOf(error);
  }
}

/** Runs `change` as one act on many records, in a transaction. */
export async function actOnMany<Row>(
  by: Actor,
  change: (tx: Transaction, act: Act) => Promise<Row[]>,
  about?: ActDetails,
): Promise<ManyOutcome<Row>> {
  const act = newAct(by, about);
  try {
    const rows = await write((tx) => runWholeAct(tx, act, change));
    return { ok: true, rows, batch: batchOf(act) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Runs `work` in one transaction, without an act. */
export async function tryWrite<Result>(
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ ok: true; result: Result } | Refused> {
  try {
    return { ok: true, result: await write(work) };
  } catch (error) {
    return refusalOf(error);
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

/** Runs the work that an act deferred to its end. */
export async function runDeferredWork(tx: Transaction, act: Act) {
  for (const one of act.atEnd.values()) await one(tx);
}

/** Returns why one part of an act was refused while other parts went through, as a sentence. */
export const partRefusal = ({ errors }: Refused, done: "changed" | "imported" | "undone") =>
  Object.values(errors).join(" ").replace("nothing was changed", `not all was ${done}`);

const batchOf = (act: Act) => (act.entries > 0 ? act.batch : undefined);

function refusalOf(error: unknown): Refused {
  if (error instanceof RuleViolation)
    return { ok: false, reason: "refused", errors: error.errors, status: error.status };
  const why = writeFailureMessage(error);
  if (why) {
    log.error({ err: error }, "the database takes no change");
    return { ok: false, reason: "refused", errors: { "": why }, status: 503 };
  }
  throw error;
}

/** Writes a journal entry of an act. */
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

/** Registers how users are notified of security events on their account; `app/resources.server.ts` calls it on load. */
export const onSecurityAct = (tell: NotifyOfSecurity) => void (notifyOfSecurity = tell);

/**
 * Records a security event in the journal and the security log, without any values; it cannot be undone. Notifies the
 * user, unless `isNews` is false.
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
