import { type Transaction, write } from "db";
import { writeFailureMessage } from "~/core/http/respond.server";
import { RuleViolation } from "~/core/resource/act.server";

/**
 * Does something about access in one transaction, or nothing of it: what came of it, or why it was refused, by field.
 */
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
