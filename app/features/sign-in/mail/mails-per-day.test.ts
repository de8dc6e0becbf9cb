/** How many mails strangers can have sent to one address: of all kinds, from all networks, within a day. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { write } from "db";
import { action as register } from "~/features/sign-in/register";
import { invite } from "~/features/team/invitations/invitations.server";
import { maxMailsByStrangers } from "~/auth/attempts.server";
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
])("the address %s gets a few mails a day, whatever asks for them and from where", async (_, email) => {
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

it("registering and inviting count with them", async () => {
  const email = "nora@example.com";
  const fields = { name: "Nora New", email, password: "blue kettle 91" };
  expect((await run(register, post("/register", fields), {}, from())).status).toBe(303);
  for (let number = 1; number < maxMailsByStrangers; number++) expect((await askReset(email)).status).toBe(303);
  expect((await run<Refused>(register, post("/register", fields), {}, from())).status).toBe(429);
  await expect(
    write((tx) => invite(tx, cast.ada, { email, access: "staff", areas: { sales: "change" } })),
  ).rejects.toMatchObject({
    errors: { email: "Several mails went to this address today. Invite it again tomorrow." },
  });
});
