/** The company's payment cards. The stored data identifies a card but cannot be used to pay. */
import { desc, eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type PaymentMethod, paymentMethods, type User } from "db/schema";
import { actOnOne, actToCreate, recordSecurity, RuleViolation } from "~/core/resource/act.server";
import { recordOfKey, storeKey } from "~/core/form/form-keys.server";
import { cardTitle } from "./card";
import { nextCharge } from "../proration";
import { currentSubscription } from "../subscription.server";

type Reading = Pick<Transaction, "select">;

/** A company needs no more, and a page shows no more. */
const maxCards = 10;

/** The default card first, then the newest. */
export const listCards = (from: Reading = db) =>
  from.select().from(paymentMethods).orderBy(desc(paymentMethods.isDefault), desc(paymentMethods.id));

/** Returns the card with this id, if it exists. */
export const findCard = async (id: number, from: Reading = db): Promise<PaymentMethod | undefined> =>
  (await from.select().from(paymentMethods).where(eq(paymentMethods.id, id)))[0];

/**
 * Adds a card. The first one, or on request any, becomes the default; a repeated one-time `key` adds nothing, and a
 * duplicate with another key is rejected.
 */
export function addCard(
  me: User,
  { asDefault, ...values }: Omit<PaymentMethod, "id" | "isDefault" | "createdAt"> & { asDefault: boolean },
  key?: string,
) {
  return actToCreate<PaymentMethod>(me, async (tx) => {
    const earlier = key && (await methodAddedByKey(tx, key));
    if (earlier) return earlier;
    const cards = await listCards(tx);
    const twin = cards.find((card) => isSameCard(card, values));
    if (twin) throw new RuleViolation({ "": `${cardTitle(twin)} is among your cards already.` });
    if (cards.length >= maxCards)
      throw new RuleViolation({ "": `There are ${maxCards} cards already. Remove one first.` });
    const [card] = await tx.insert(paymentMethods).values(values).returning();
    if (!card) throw new Error("The card was not inserted.");
    if (asDefault || cards.length === 0) await charge(tx, card.id);
    if (key) await storeKey(tx, entity, key, String(card.id));
    await recordSecurity(tx, me, me, "added a payment card");
    return card;
  });
}

const entity = "paymentMethods";

const identifying = ["brand", "lastFour", "expiryMonth", "expiryYear", "holder"] as const;
const isSameCard = (one: PaymentMethod, other: Omit<PaymentMethod, "id" | "isDefault" | "createdAt">) =>
  identifying.every((name) => one[name] === other[name]);

async function methodAddedByKey(tx: Transaction, key: string): Promise<PaymentMethod | undefined> {
  const id = await recordOfKey(tx, entity, key);
  return id === undefined ? undefined : findCard(Number(id), tx);
}

/** Removes a card; the newest other one replaces a default card. Rejects the last card while a charge is due. */
export function removeCard(me: User, id: number) {
  return actOnOne<PaymentMethod>(me, async (tx) => {
    const card = await findCard(id, tx);
    if (!card) return undefined;
    const [other] = (await listCards(tx)).filter((one) => one.id !== id);
    if (!other && nextCharge(await currentSubscription(tx))) {
      throw new RuleViolation({
        "": "This is the only card, and the plan is paid with it. Add another card first, or change to Starter.",
      });
    }
    await tx.delete(paymentMethods).where(eq(paymentMethods.id, id));
    if (card.isDefault && other) await charge(tx, other.id);
    await recordSecurity(tx, me, me, "removed a payment card");
    return card;
  });
}

/** Makes this card the default for charges. */
export function makeDefault(me: User, id: number) {
  return actOnOne<PaymentMethod>(me, async (tx) => {
    const card = await findCard(id, tx);
    if (!card || card.isDefault) return card;
    await charge(tx, id);
    await recordSecurity(tx, me, me, "chose another payment card to be charged");
    return card;
  });
}

/** Sets the default card, after clearing the previous one, because only one is allowed. */
async function charge(tx: Transaction, id: number) {
  await tx.update(paymentMethods).set({ isDefault: false }).where(eq(paymentMethods.isDefault, true));
  await tx.update(paymentMethods).set({ isDefault: true }).where(eq(paymentMethods.id, id));
}
