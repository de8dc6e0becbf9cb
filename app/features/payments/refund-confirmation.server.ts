/** Refunds pay money out: who records one, or more than before, has to prove who they are. */
import { and, eq, or, sql } from "drizzle-orm";
import { db } from "db";
import { journal, type Payment, payments } from "db/schema";
import type { Confirmation } from "~/core/access/confirmation";
import { whereEntriesUndoable } from "~/core/audit/visible-entries.server";
import type { Reader } from "~/core/list/reach.server";
import type { Confirmations } from "~/core/resource/resource.server";
import { formatMoney } from "~/core/values/money";
import { labelOf } from "./label";

type PaidOut = Pick<Payment, "kind" | "amount"> & Partial<Pick<Payment, "deletedAt">>;

/** Returns what a payment pays out, in cents: the amount of a refund that is not in the trash. */
export const paidOutBy = (payment: PaidOut | undefined): number =>
  payment?.kind === "refund" && !payment.deletedAt ? payment.amount : 0;

/** Answer of `/api` in a session that confirmed its identity too long ago. */
export const refundRefusal =
  "A refund pays money out: send it with a token, or in a session that signed in less than ten minutes ago. Nothing was changed.";

const effect = "It says that money was paid out to the customer, and lowers what you collected.";

/** Returns the confirmation for saving a payment that pays out more than before. */
export const confirmationOfRefund = (
  before: Payment | undefined,
  after: PaidOut & Pick<Payment, "customerName">,
  back: string,
): Confirmation | undefined =>
  paidOutBy(after) <= paidOutBy(before)
    ? undefined
    : {
        title: before
          ? `Change ${labelOf(before)} to a refund of ${formatMoney(after.amount)}?`
          : `Record a refund of ${formatMoney(after.amount)} to ${after.customerName}?`,
        text: effect,
        button: before ? "Save the refund" : "Record the refund",
        back,
      };

/** Asks before refunds are restored; of several records some may be refunds. */
const confirmationOf: Confirmations["confirmationOf"] = (what, who, back) =>
  what.act !== "restore" || /^(?:Payment|Applied credit) #/.test(who)
    ? undefined
    : { title: `Restore ${who}?`, text: `A refund counts again. ${effect}`, button: "Restore", back };

/** Returns the confirmation for an undo that restores a refund, makes one larger, or a refund of a payment. */
async function confirmationOfUndo(me: Reader, batch: string, entry: number | undefined, back: string) {
  const was = (name: string) => sql`json_extract(${journal.before}, ${`$.${name}`})`;
  const where = and(
    eq(journal.batch, batch),
    whereEntriesUndoable(me),
    sql`+${journal.entity} = ${"payments"}`,
    or(
      sql`${was("kind")} = 'refund'`,
      and(
        eq(payments.kind, "refund"),
        or(eq(journal.action, "deleted"), sql`${was("amount")} > json_extract(${journal.after}, '$.amount')`),
      ),
    ),
    entry === undefined ? undefined : eq(journal.id, entry),
  );
  const [found] = await db
    .select({ label: journal.label })
    .from(journal)
    .innerJoin(payments, eq(payments.id, sql`cast(${journal.recordId} as integer)`))
    .where(where)
    .limit(1);
  return (
    found && {
      title: `Undo the change of ${found.label}?`,
      text: `Money then counts as paid out again. ${effect}`,
      button: "Undo it",
      back,
    }
  );
}

export const paymentConfirmations: Confirmations = { confirmationOf, confirmationOfUndo };
