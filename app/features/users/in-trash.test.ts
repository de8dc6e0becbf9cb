/** Tests users in the trash who cannot be restored, or who are edited meanwhile. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, type User, users } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { action as restore } from "~/features/records/restore";
import type { Versions } from "~/core/conflict/versions";
import { cast, testDatabase } from "~/testing/database";
import { post, run, signedIn, toast } from "~/testing/requests";
import { action as edit, loader as show } from "./edit";
import { userResource } from "./users.server";

testDatabase();

const { ada, tess } = cast;
const path = `/users/${tess.id}`;
const params = { id: String(tess.id) };
const fields = ({ name, email, role, status, country, phone }: User) => ({
  name,
  email,
  role,
  status,
  country,
  phone,
  image: "",
});
const form = { ...fields(tess), revision: String(tess.revision), restore: "1" };
const send = async <Body>(more: Record<string, string> = {}) =>
  run<Body>(edit, await signedIn(post(path, { ...form, ...more }), ada), params);

/** Creates a user with the address of the user in the trash. */
async function takeEmail() {
  const taken = await userResource.create(ada, {
    name: "New Owner",
    email: tess.email,
    role: "IT Support",
    status: "Pending",
    country: "",
    phone: "",
  });
  return taken.ok ? taken.row : undefined;
}

interface Refused {
  form: { fields: Record<string, string>; errors: Record<string, string> };
}

describe("a user in the trash", () => {
  it("is restored and saved in one act, which one undo reverts", async () => {
    const saved = await send({ name: "Tess Back", country: "Chile" });
    expect(saved).toMatchObject({ status: 303, location: path });
    expect(toast(saved)).toContain("Tess Back was restored and saved");
    const [entry, second] = await db
      .select()
      .from(journal)
      .where(eq(journal.recordId, String(tess.id)));
    expect(second).toBeUndefined();
    expect(entry).toMatchObject({
      action: "restored",
      after: { name: "Tess Back", country: "Chile", deletedAt: null },
    });
    await undoChange(ada, entry?.batch ?? "");
    expect(await userResource.unrestricted.find(tess.id)).toMatchObject({
      name: tess.name,
      country: tess.country,
      deletedAt: expect.any(Date) as Date,
    });
  });

  it("stays there if the input is invalid", async () => {
    for (const wrong of [{ email: "nonsense" }, { email: ada.email }]) {
      expect(await send<Refused>(wrong)).toMatchObject({
        status: 400,
        data: { form: { fields: wrong, errors: { email: expect.any(String) as string } } },
      });
    }
    expect(await userResource.unrestricted.find(tess.id)).toEqual(tess);
  });

  it("can be restored with another address if somebody has theirs now", async () => {
    await write(async (tx) => void (await tx.update(users).set({ uid: null }).where(eq(users.id, tess.id)))); // a user with a login keeps their address
    const owner = await takeEmail();
    const { data } = await run(show, await signedIn(path, ada), params);
    expect(data).toMatchObject({ taken: { id: owner?.id, name: "New Owner" } });
    expect(await send<Refused>()).toMatchObject({
      status: 400,
      data: { form: { errors: { email: expect.stringContaining("New Owner") as string } } },
    });
    expect((await send({ email: "tess.new@example.com" })).status).toBe(303);
    expect(await userResource.unrestricted.find(tess.id)).toMatchObject({
      email: "tess.new@example.com",
      deletedAt: null,
    });
  });

  it("is shown with a solution if a plain restore is refused, wherever it was requested", async () => {
    await takeEmail();
    const refused = await run(
      restore,
      await signedIn(post(`${path}/restore`, { back: "/users?trash=1" }), ada),
      params,
    );
    expect(refused).toMatchObject({ status: 303, location: path });
    expect(toast(refused)).toContain("New Owner already has this e-mail address");
  });

  it("a user in the trash who was changed since the form was opened is not overwritten", async () => {
    await send({ country: "Chile" });
    await userResource.change(ada, tess.id, { country: "Peru" });
    const late = await send<{ versions: Versions }>({ country: "Ghana" });
    expect(late).toMatchObject({
      status: 409,
      data: { versions: { mine: { country: "Ghana" }, theirs: { country: "Peru" } } },
    });
  });
});
