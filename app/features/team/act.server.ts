import { type Transaction, write } from "db";
import { writeFailureMessage } from "~/core/http/respond.server";
import { RuleViolation } from "~/core/resource/act.server";

/** Runs an action on access in one transaction. Returns its result, or the errors by field if it was refused. */
export async function attemptAct<Result>(
  act: (tx: Transaction) => Promise<Result>,
): Promise<{ ok: true; result: Result } | { ok: false; errors: Record<string, string>; status: number }> {
  try {
    return { ok: true, result: await write(act) };
  } catch (error) {
    if (error instanceof RuleViolation) return { ok: false, errors: error.errors, status: 400 };
    const why = writeFailureMessage(error);
    if (why) return { ok: false, errors: { "": why }, status: 503 };
    throw error;
  }
}
