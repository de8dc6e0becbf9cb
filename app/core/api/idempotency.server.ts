/**
 * Handles `Idempotency-Key` of `/api` requests: a repeated request creates only one record and gets the original
 * response.
 */
import { and, eq, gt, isNotNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { formKeys } from "db/schema";
import { answer, invalidRequest } from "~/core/http/api.server";
import { digest } from "~/core/process/secrets.server";
import type { Actor } from "~/core/resource/act.server";
import { storeKey } from "~/core/form/form-keys.server";

/** How long a response is kept, in milliseconds. */
export const keptFor = 24 * 3_600_000;
export const maxKeyLength = 255;

/** Thrown inside an act to roll it back, as a request with this key was already answered. */
export class AnsweredBefore extends Error {
  override name = "AnsweredBefore";
  constructor(readonly stored: KeptAnswer) {
    super("This was answered before");
  }
}

interface KeptAnswer {
  requestHash: string | null;
  answer: string | null;
}

/** Stores a response with the created record, for repeated requests. */
export interface Once<Row> {
  /** Throws `AnsweredBefore` if the key was used. */
  check(tx: Transaction): Promise<void>;
  remember(tx: Transaction, row: Row): Promise<void>;
}

/** A request with an `Idempotency-Key`. */
export class IdempotentRequest {
  readonly #key: string;
  readonly #requestHash: string;

  private constructor(
    readonly scope: string,
    { by, key, body }: { by: Actor; key: string; body: string },
  ) {
    this.#key = digest(`api ${by.id} ${key}`);
    this.#requestHash = digest(`${scope}\n${body}`);
  }

  /**
   * Returns undefined if the request has no key, and throws a 400 response if the key is invalid. `scope` names the
   * endpoint, such as `/api/users`.
   */
  static async of(
    request: Request,
    by: Actor,
    { scope, body }: { scope: string; body: string },
  ): Promise<IdempotentRequest | undefined> {
    const key = request.headers.get("Idempotency-Key");
    if (key === null) return undefined;
    if (key === "" || key.length > maxKeyLength)
      return invalidRequest({ "": `Give an Idempotency-Key of 1 to ${maxKeyLength} characters` });
    return new IdempotentRequest(scope, { by, key, body });
  }

  /** Returns the original response, if there was one; a 422 response if the key was used for another request. */
  async replay(): Promise<Response | undefined> {
    const stored = await this.#kept(db);
    return stored && this.answerOf(stored);
  }

  answerOf({ requestHash, answer: stored }: KeptAnswer): Promise<Response> | Response {
    if (requestHash !== this.#requestHash)
      return answer(
        { message: "This Idempotency-Key was used for another request. Use a new key for each new request." },
        { status: 422 },
      );
    const { body, headers } = JSON.parse(stored ?? "{}") as { body: unknown; headers: Record<string, string> };
    return answer(body, { headers });
  }

  /** Returns the hooks that store the response in the act's transaction. */
  once<Row extends object>(answerTo: (row: Row) => { body: unknown; headers: Record<string, string> }): Once<Row> {
    return {
      check: async (tx) => {
        const stored = await this.#kept(tx);
        if (stored) throw new AnsweredBefore(stored);
      },
      remember: (tx, row) =>
        storeKey(tx, this.scope, this.#key, "id" in row ? String(row.id) : "", {
          requestHash: this.#requestHash,
          answer: JSON.stringify(answerTo(row)),
        }),
    };
  }

  async #kept(from: Pick<Transaction, "select">): Promise<KeptAnswer | undefined> {
    const { key, requestHash, answer, createdAt } = formKeys;
    const living = and(eq(key, this.#key), isNotNull(answer), gt(createdAt, new Date(Date.now() - keptFor)));
    return (await from.select({ requestHash, answer }).from(formKeys).where(living))[0];
  }
}
