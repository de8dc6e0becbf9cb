/** Suggests and resolves people in forms: everyone in the directory, with or without a login. */
import { inArray } from "drizzle-orm";
import { db } from "db";
import { users } from "db/schema";
import type { Finder } from "~/core/form/choices.server";
import type { Suggestions } from "~/core/form/form-state";
import { findIdsByName, normalizeName } from "~/core/list/find-people.server";
import { moreMatchesHint, idsLike, sortByIds, withoutNumber } from "~/core/list/suggest.server";
import { referenceText, referredId } from "~/core/form/record-reference";
import { findCustomer } from "./customers.server";

/**
 * Returns the people with these words in their name or address. Only name and address are included, because the
 * requester may not see the directory.
 */
export async function suggestPeople(typed: string): Promise<Suggestions> {
  const { ids, more } = await idsLike(
    { kind: "users", table: users, name: users.name, also: users.email },
    withoutNumber(typed),
  );
  const found = await db
    .select({ id: users.id, name: users.name, email: users.email, taxTreatment: users.taxTreatment })
    .from(users)
    .where(inArray(users.id, ids));
  const offers = sortByIds(found, ids).map(({ id, name, email, taxTreatment }) => {
    const text = referenceText(name, id);
    const fills = { billingEmail: email, billingPhone: "", billingAddress: "" };
    return { text, note: email, fills, sets: { filledFor: text, customerTax: taxTreatment } };
  });
  return {
    offers,
    said: more
      ? moreMatchesHint
      : offers.length > 0
        ? ""
        : "Nobody in the directory has this in their name or e-mail address.",
  };
}

/**
 * Returns the user named by a text: by id, by e-mail address, or by a full name that only one user has, ignoring
 * case. Excludes users in the trash, and a name that contradicts the id after it.
 */
export async function resolvePerson(text: string) {
  const number = referredId(text);
  const [id, another] = number === undefined ? findIdsByName(text) : [number];
  const person = id === undefined || another !== undefined ? undefined : await findCustomer(id);
  const name = number === undefined ? "" : withoutNumber(text);
  return name === "" || (person && normalizeName(person.name) === normalizeName(name)) ? person : undefined;
}

export const unknownPersonError = (text: string) =>
  /^\S+@\S+$/.test(text)
    ? `Nobody in the directory has the address ${text.slice(0, 100)}: add them under Users first.`
    : `Nobody in the directory goes by “${text.slice(0, 100)}” alone. Type a part of their name, or their e-mail address.`;

export const personFinder: Finder = {
  meant: async (text) => {
    const person = await resolvePerson(text);
    return person && referenceText(person.name, person.id);
  },
  suggest: suggestPeople,
  which: (text) => `Choose whom you mean by “${text}”.`,
};
