/** Renews the subscription when its period ends, and charges for the next one. */
import { system } from "~/core/resource/act.server";
import { processor as inUse, type Processor } from "./billing.server";
import { lastChargeId, lastDeclined, pay } from "./charges.server";
import { renewal } from "./proration";
import { currentSubscription, isRenewalUnpaid } from "./subscription.server";

/**
 * A declined charge is tried again after this long, in milliseconds: once a day, by a clock that may be an hour late.
 */
const pause = 23 * 3_600_000;

/**
 * Starts the due periods one after another until one is not paid; a declined charge is retried after a day, or now with
 * `again`, and one that failed in the processor on the next call. Returns how many started, and in `owed` why the next
 * one is unpaid.
 */
export async function renewDue(
  by: Processor = inUse,
  { again = false } = {},
): Promise<{ began: number; owed?: string }> {
  for (let began = 0; ; began++) {
    const last = await lastChargeId();
    const before = await currentSubscription();
    if (!isRenewalUnpaid(before)) return { began };
    const declined = await lastDeclined(before);
    if (declined && !again && Date.now() - declined.at.getTime() < pause)
      return { began, owed: "The last charge was declined." };
    const { choice, lines, due, credit, period } = renewal(before);
    const becomes = {
      ...choice,
      credit,
      periodStart: period.start,
      periodEnd: period.end,
      nextPlan: null,
      nextCycle: null,
    };
    const paid = await pay(system, { last, before, lines, due, period, becomes }, by);
    if (paid.status !== "recorded")
      return { began, owed: paid.status === "declined" ? `${paid.why} It is tried again in a day.` : paid.why };
  }
}
