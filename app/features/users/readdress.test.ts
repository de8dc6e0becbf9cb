/**
 * Tests that only users who could grant an address's access may change it: with open registration, that access goes to
 * the person who registers with the address.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "db/schema";
import { action as api } from "~/features/api/resource";
import { undoChange } from "~/core/undo/undo.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { withAccess } from "~/testing/people";
import { post, run, send, signedIn } from "~/testing/requests";
import { action as edit } from "./edit";
import { userResource } from "./users.server";

testDatabase();
const { ada, dan } = cast;
const mailbox = "of.mine@example.com";
let staff: User;
beforeEach(async () => {
  staff = await withAccess(cast.ben, "staff", { people: "change" });
});

const fields = {
  name: dan.name,
  email: mailbox,
  role: dan.role,
  country: dan.country,
  phone: dan.phone,
  status: dan.status,
};
const saved = async (by: User) =>
  run(edit, await signedIn(post("/users/6", { ...fields, revision: "1" }), by), { id: "6" });
const sent = async (by: User) =>
  run(api, await signedIn(send("PUT", "/api/users", { id: dan.id, email: mailbox }), by));
const emailOf = async () => (await userResource.unrestricted.find(dan.id))?.email;
const why =
  "Whoever registers with the address of Dan Directory comes in as client and sees what is theirs, so only who may give that access changes it. Ask an owner.";

describe("the address of a customer without access", () => {
  it("cannot be changed by staff, by form or through /api", async () => {
    expect(await saved(staff)).toMatchObject({ status: 400, data: { form: { errors: { email: why } } } });
    expect(await sent(staff)).toMatchObject({ status: 400, data: { errors: { email: why } } });
    expect(await emailOf()).toBe(dan.email);
  });

  it("cannot be changed by staff with an undo either", async () => {
    await userResource.change(ada, dan.id, { email: mailbox });
    const back = await userResource.change(ada, dan.id, { email: dan.email });
    expect(await undoChange(staff, (back.ok && back.batch) || "")).toMatchObject({ ok: false, message: why });
    expect(await emailOf()).toBe(dan.email);
  });

  it("can be changed by users who may approve clients", async () => {
    const admin = await withAccess(cast.ben, "admin");
    expect(await saved(admin)).toMatchObject({ status: 303 });
    expect(await emailOf()).toBe(mailbox);
  });

  it("can be changed by staff if registering grants nobody access", async () => {
    await withConfig({ clientRegistration: false }, async () =>
      expect(await saved(staff)).toMatchObject({ status: 303 }),
    );
    expect(await emailOf()).toBe(mailbox);
  });

  it("requires reauthentication only if it would grant somebody access", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const browser = await signedIn("/x", ada);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const headers = { Cookie: browser.headers.get("Cookie") ?? "" };
    const save = () => run(edit, post("/users/6", { ...fields, revision: "1" }, headers), { id: "6" });
    const put = () => run(api, send("PUT", "/api/users", { id: dan.id, email: mailbox, phone: "+47 5550 9" }, headers));
    expect((await save()).location).toMatch(/^\/confirm\?asked=/);
    expect(await put()).toMatchObject({ status: 403 });
    expect(await emailOf()).toBe(dan.email);
    await withConfig({ clientRegistration: false }, async () => expect(await put()).toMatchObject({ status: 200 }));
    expect(await emailOf()).toBe(mailbox);
    vi.useRealTimers();
  });
});
