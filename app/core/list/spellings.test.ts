import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "db";
import { phoneDigits } from "db/compare";
import { testDatabase } from "~/testing/database";
import { spellings } from "./spellings";

testDatabase({ empty: true });

/** Returns the indexed text of a phone number: itself and its digits. */
const indexed = (phone: string) =>
  `${phone} ${db.get<{ digits: string }>(sql`select ${phoneDigits(sql`${phone}`)} as digits`)?.digits}`;
const finds = (typed: string, phone: string) => spellings(typed).some((spelling) => indexed(phone).includes(spelling));

const belgian = [
  "+32 2 555 01 10",
  "+3225550110",
  "0032 2 555 01 10",
  "+32 (0)2 555 01 10",
  "02 555 01 10",
  "02/555.01.10",
];

it.each(belgian.flatMap((typed) => belgian.map((phone) => [typed, phone])))(
  "%j finds the phone number %j",
  (typed, phone) => expect(finds(typed, phone)).toBe(true),
);

it.each([
  ["+1 555 010 0143", "(555) 010-0143"],
  ["555-010-0143", "+1 555 010 0143"],
  ["+358 9 555 0110", "09 555 0110"],
  ["5550110", "+358 9 555 0110"],
])("%j finds the phone number %j", (typed, phone) => expect(finds(typed, phone)).toBe(true));

it.each([
  ["+32 2 555 01 10", "+32 2 555 01 11"],
  ["02 555 01 10", "+32 3 555 01 10"],
])("%j does not find the phone number %j", (typed, phone) => expect(finds(typed, phone)).toBe(false));

it.each(["okafor", "12", "555", "inv-0012", "1234567", "+32"])("%j is no phone number", (word) =>
  expect(spellings(word)).toEqual([word]),
);
