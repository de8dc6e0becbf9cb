/** Tests the daily limit of mails to one address, for visitors and for each signed-in user. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { desc } from "drizzle-orm";
import { db, write } from "db";
import { invitations } from "db/schema";
import { action as register } from "~/features/sign-in/register";
import { invite, sendAgain } from "~/features/team/invitations/invitations.server";
import { maxMailsByPerson, maxMailsByStrangers, takeMailTo } from "~/auth/attempts.server";
import { identity } from "~/auth/identity/identity.server";
import { cast, testDatabase } from "~/testing/database";
import { type Answer, post, run } from "~/testing/requests";
import { action as verification } from "./email-verification";
import { action as reset } from "./forget-password";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

type Refused = { form: { errors: Record<string, string>; fields: Record<string, string> } };
let network = 0;
const from = () => `198.51.100.${++network}`;
const askReset = (email: string): Promise<Answer<Refused>> =>
  run(reset, post("/forget-password", { email }), {}, from());
const askVerification = (email: string): Promise<Answer<Refused>> =>
  run(verification, post("/email-verification", { email }), {}, from());

it.each([
  ["of somebody here", cast.ada.email],
  ["of nobody", "nobody@example.com"],
])("the address %s gets a few mails a day, whatever requests them and from where", async (_, email) => {
  const answers = [];
  for (let number = 0; number < maxMailsByStrangers; number++)
    answers.push(await (number % 2 ? askReset : askVerification)(email));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
  for (const ask of [askReset, askVerification]) {
    const refused = await ask(email.toUpperCase());
    expect([refused.status, refused.data.form.errors[""]]).toEqual([
      429,
      "Several mails went to this address today, so no more are sent for now. Look in its inbox and its spam folder, or try again tomorrow.",
    ]);
  }
  expect((await askReset("somebody.else@example.com")).status).toBe(303);
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  expect((await askReset(email)).status).toBe(303);
});

it("mails for registering count towards the limit", async () => {
  const email = "nora@example.com";
  const fields = { name: "Nora New", email, password: "blue kettle 91" };
  expect((await run(register, post("/register", fields), {}, from())).status).toBe(303);
  for (let number = 1; number < maxMailsByStrangers; number++) expect((await askReset(email)).status).toBe(303);
  expect((await run<Refused>(register, post("/register", fields), {}, from())).status).toBe(429);
});

it("both spellings of a domain with an umlaut count as one address", async () => {
  const take = (email: string) => write((tx) => takeMailTo(tx, email));
  for (let number = 0; number < maxMailsByStrangers; number++) await take("Info@müller.example");
  expect(await take("info@xn--mller-kva.example")).toBe(false);
});

const useUpByStrangers = async (email: string) => {
  for (let number = 0; number < maxMailsByStrangers; number++) await askReset(email);
  expect((await askReset(email)).status).toBe(429);
};

it("an invitation is sent although strangers have used up the address's mails, and a few times again", async () => {
  const email = "nora@example.com";
  await useUpByStrangers(email);
  await write((tx) => invite(tx, cast.ada, { email, access: "staff", areas: { sales: "change" } }));
  const again = async () => {
    const [waiting] = await db.select().from(invitations).orderBy(desc(invitations.id)).limit(1);
    return write((tx) => sendAgain(tx, cast.ada, waiting!.id));
  };
  for (let number = 1; number < maxMailsByPerson; number++) await again();
  await expect(again()).rejects.toMatchObject({
    errors: { email: "You sent several mails to this address today. Invite it again tomorrow." },
  });
});

it("a signed-in user can change to an address whose mails strangers have used up, a few times", async () => {
  const email = "ada.new@example.com";
  await useUpByStrangers(email);
  const change = (uid: string | null) => identity().changeEmail(uid ?? "", email);
  for (let number = 0; number < maxMailsByPerson; number++) await change(cast.ada.uid);
  await expect(change(cast.ada.uid)).rejects.toMatchObject({ code: "too-many-mails" });
  await change(cast.ben.uid);
});
