/** The people and products that an invoice's form offers, and those that it names. Lists may be long: a form offers some, and takes any. */
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { db } from "db";
import { folded } from "db/compare";
import { fold } from "db/fold";
import { products, users } from "db/schema";
import { likely } from "~/lib/matching.server";
import { referenceText, referredId } from "./references";

/** So many are offered. */
const most = 200;

export type Offered = Awaited<ReturnType<typeof offered>>;

/** Active people, by name. */
export async function offeredPeople() {
  const { id, name, email, phone, country } = users;
  const active = and(likely(eq(users.status, "Active")), isNull(users.deletedAt));
  const people = await db.select({ id, name, email, phone, country }).from(users).where(active).orderBy(folded(name), id).limit(most);
  return people.map((person) => ({ ...person, text: referenceText(person.name, person.id) }));
}

/** Active people and published products, by name. */
export async function offered() {
  const published = and(likely(eq(products.status, "Published")), isNull(products.deletedAt));
  const sold = await db.select(ofProduct).from(products).where(published).orderBy(folded(products.title), products.id).limit(most);
  return {
    people: await offeredPeople(),
    products: sold.map((product) => ({ ...product, text: referenceText(product.title, product.id) })),
  };
}

const ofProduct = { id: products.id, title: products.title, code: products.code, price: products.price, discount: products.discount };

/** The person that a text names: by number, by e-mail address or, where only one has it, by name. In the trash is nobody. */
export async function personNamed(text: string) {
  const { id, name, email, phone, country } = users;
  const number = referredId(text);
  const named = number === undefined ? or(eq(email, text.toLowerCase()), and(eq(folded(name), fold(text)), eq(name, text))) : eq(id, number);
  const found = await db.select({ id, name, email, phone, country }).from(users).where(and(named, isNull(users.deletedAt))).limit(2);
  return found.length === 1 ? found[0] : undefined;
}

/** The products that texts name, by number or by code, in their order; nothing where there is none. Those in `kept` may be in the trash. */
export async function productsNamed(texts: string[], kept: ReadonlySet<number>) {
  const ids = texts.flatMap((text) => referredId(text) ?? []);
  const codes = texts.map((text) => sql`lower(${text})`); // by the database on both sides: it knows only the letters of ASCII
  const found = await db.select({ ...ofProduct, deletedAt: products.deletedAt }).from(products).where(or(inArray(products.id, ids), and(inArray(sql`lower(${products.code})`, codes), isNull(products.deletedAt))));
  const there = found.filter(({ id, deletedAt }) => !deletedAt || kept.has(id));
  return texts.map((text) => there.find(({ id, code, deletedAt }) => id === referredId(text) || (!deletedAt && code.toLowerCase() === text.toLowerCase())));
}
