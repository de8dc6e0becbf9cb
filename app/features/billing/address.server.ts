/** Handles the billing address. */
import type { Subscription, User } from "db/schema";
import { pick } from "~/core/values/pick";
import { digest } from "~/core/process/secrets.server";
import { actOnOne, recordSecurity, ConflictError } from "~/core/resource/act.server";
import { currentSubscription, saveSubscription } from "./subscription.server";

export type Address = Pick<
  Subscription,
  "billingName" | "billingEmail" | "billingAddress" | "billingCountry" | "taxId"
>;

export const addressOf = (subscription: Address): Address =>
  pick(subscription, "billingName", "billingEmail", "billingAddress", "billingCountry", "taxId");

/**
 * Names an address as it was seen. The subscription's own revision would not do: a renewal raises it and leaves the
 * address alone.
 */
export const addressDigest = (address: Address) => digest(JSON.stringify(Object.values(addressOf(address))));

/** Saves the billing address unless someone else has changed it since it was shown (`seen`). */
export function saveAddress(me: User, address: Address, seen: string) {
  return actOnOne<Address>(me, async (tx) => {
    const before = addressOf(await currentSubscription(tx));
    if (addressDigest(before) === addressDigest(address)) return before;
    if (addressDigest(before) !== seen) throw new ConflictError(before);
    await saveSubscription(tx, address);
    await recordSecurity(tx, me, me, "changed the billing address");
    return address;
  });
}
