import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { files, users } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import type { Versions } from "~/core/conflict/versions";
import { cast, testDatabase } from "~/testing/database";
import { get, run, signedIn, toastOf } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { action, loader } from "./profile-info";

testDatabase();
const { ada, ben } = cast;
const fields = { name: "Ada King", role: "UX Designer", phone: "+44 20 5550 0118", country: "Malta", image: "" };

type Sent = Record<string, string | File>;

async function send(sent: Sent, revision = 1) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ revision: String(revision), ...sent })) body.append(name, value);
  return run<{ form: { fields: Record<string, string>; errors: Record<string, string> }; versions: Versions }>(
    action,
    await signedIn(new Request(`${config.appUrl}/settings`, { method: "POST", body }), ada),
  );
}
const me = async () => (await db.select().from(users).where(eq(users.id, ada.id)))[0];
const file = (bytes: Buffer | string, name = "me.png", type = "image/png") =>
  new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name, { type });
const unchanged = async () => {
  expect(await me()).toEqual(ada);
  expect(await db.select().from(files)).toEqual([]);
};

/** An image with three vertical stripes in red, green and blue, 100 pixels each. */
const stripes = () => {
  const stripe = (left: number, background: string) => ({
    input: { create: { width: 100, height: 200, channels: 3 as const, background } },
    left,
    top: 0,
  });
  return sharp({ create: { width: 300, height: 200, channels: 3, background: "red" } })
    .composite([stripe(100, "lime"), stripe(200, "blue")])
    .png()
    .toBuffer();
};

/** Returns the colors at the left and right edge of the stored picture. */
async function edges() {
  const [kept] = await db.select().from(files);
  const { data, info } = await sharp(Buffer.from(kept?.bytes ?? ""))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (x: number) =>
    ["red", "green", "blue"][
      [0, 1, 2].sort(
        (one, other) => (data[x * info.channels + other] ?? 0) - (data[x * info.channels + one] ?? 0),
      )[0] ?? 0
    ];
  return [info.width, colourAt(2), colourAt(info.width - 3)];
}

describe("one's own profile", () => {
  it("shows what others see, and no more", async () => {
    const { data } = await run<{ me: object }>(loader, await signedIn(get("/settings"), ada));
    expect(Object.keys(data.me).sort()).toEqual([
      "company",
      "country",
      "email",
      "id",
      "image",
      "name",
      "phone",
      "revision",
      "role",
    ]);
  });

  it("is saved, leads back, and can be undone from the toast", async () => {
    const answer = await send(fields);
    expect(answer).toMatchObject({ status: 303, location: "/settings" });
    expect(await me()).toMatchObject({ ...fields, image: null, email: ada.email, status: "Active", revision: 2 });
    await undoChange(ada, toastOf(answer).undo ?? "");
    expect(await me()).toMatchObject({ name: ada.name, country: ada.country });
  });

  it("cannot change the address or the status", async () => {
    await send({ ...fields, email: "mallory@example.com", status: "Banned", uid: "uid-2", deletedAt: "1" });
    expect(await me()).toMatchObject({
      name: "Ada King",
      email: ada.email,
      status: "Active",
      uid: ada.uid,
      deletedAt: null,
    });
  });

  it.each([
    ["name", " "],
    ["role", "Queen"],
    ["phone", "<script>"],
    ["country", "N".repeat(81)],
  ])("one's own profile with %s = %j is refused beside the field, and keeps the input", async (name, value) => {
    const { status, data } = await send({ ...fields, [name]: value });
    expect([status, Object.keys(data.form.errors), data.form.fields[name]]).toEqual([400, [name], value]);
    expect(await me()).toEqual(ada);
  });

  it("one's own profile of a client has no job title: the form has no such field, and a sent one is ignored", async () => {
    await write(async (tx) => void (await tx.update(users).set({ access: "client" }).where(eq(users.id, ada.id))));
    expect((await run(loader, await signedIn(get("/settings"), ada))).data).toMatchObject({ hasJobTitle: false });
    const { role: _, ...own } = fields;
    for (const [revision, sent] of [own, { ...own, role: "Project Manager" }, { ...own, role: "Queen" }].entries()) {
      expect(await send({ ...sent, phone: `+44 20 5550 011${revision}` }, revision + 1)).toMatchObject({ status: 303 });
      expect(await me()).toMatchObject({ name: "Ada King", role: ada.role, phone: `+44 20 5550 011${revision}` });
    }
  });

  it("one's own profile that a colleague has changed meanwhile is not overwritten", async () => {
    await userResource.change(ben, ada.id, { country: "Cyprus" });
    const { status, data } = await send(fields);
    expect(status).toBe(409);
    expect(data.versions).toMatchObject({
      mine: { country: "Malta" },
      theirs: { country: "Cyprus" },
      base: { country: "Norway" },
    });
    expect(data.versions.mine).not.toHaveProperty("email");
    expect(await me()).toMatchObject({ country: "Cyprus", name: ada.name });
  });
});

describe("one's own picture", () => {
  it.each([
    ["its middle without scripts", {}, [200, "red", "blue"]],
    ["the left", { "crop.x": "0.000000", "crop.y": "0", "crop.size": "0.5" }, [100, "red", "red"]],
    ["the right", { "crop.x": "0.666667", "crop.y": "0.5", "crop.size": "0.5" }, [100, "blue", "blue"]],
    [
      "the chosen part, as far as it is within the picture",
      { "crop.x": "1", "crop.y": "1", "crop.size": "1" },
      [200, "green", "blue"],
    ],
    ["its middle when half is said", { "crop.x": "0" }, [200, "red", "blue"]],
    ["its middle when nonsense is said", { "crop.x": "-1", "crop.y": "NaN", "crop.size": "1e9" }, [200, "red", "blue"]],
    ["its middle when nothing is to be left", { "crop.x": "0", "crop.y": "0", "crop.size": "0" }, [200, "red", "blue"]],
  ])("is cropped to a square: %s", async (_, crop, kept) => {
    expect((await send({ ...fields, ...crop, picture: file(await stripes()) })).status).toBe(303);
    expect((await me())?.image).toMatch(/^\/files\/[0-9a-f]{64}$/);
    expect(await edges()).toEqual(kept);
  });

  it("one's own picture that was taken sideways is cropped as it is seen", async () => {
    const sideways = await sharp(await stripes())
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    await send({ ...fields, "crop.x": "0.666667", "crop.y": "0", "crop.size": "0.5", picture: file(sideways) });
    expect(await edges()).toEqual([100, "blue", "blue"]);
  });

  it("keeps its crop when another field is invalid", async () => {
    const { data } = await send({
      ...fields,
      phone: "no",
      "crop.x": "0",
      "crop.y": "0",
      "crop.size": "0.5",
      picture: file(await stripes()),
    });
    expect(data.form.fields.image).toMatch(/^\/files\//);
    expect(await edges()).toEqual([100, "red", "red"]);
  });

  it("removing the picture clears the user's image", async () => {
    await send({ ...fields, picture: file(await stripes()) });
    await send({ ...fields, image: (await me())?.image ?? "", removePicture: "on" }, 2);
    expect((await me())?.image).toBeNull();
  });

  it.each([
    ["a script", file("<script>alert(1)</script>")],
    ["a page", file("<!doctype html><script>alert(1)</script>", "me.jpg", "image/jpeg")],
    [
      "a drawing with a script",
      file('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "me.png"),
    ],
    ["a PNG that is cut short", file(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))],
  ])(
    "one's own picture that is %s with a picture's name is refused beside the field, and nothing is changed",
    async (_, picture) => {
      const { status, data } = await send({ ...fields, picture, "crop.x": "0", "crop.y": "0", "crop.size": "1" });
      expect([status, data.form.errors]).toEqual([
        400,
        {
          picture: expect.stringMatching(
            /^This file is .*not a picture that can be .* Choose a JPEG, PNG or WebP picture\.$/,
          ),
        },
      ]);
      await unchanged();
    },
  );

  it("one's own picture that is larger than 8 MB is refused beside the field, and nothing is changed", async () => {
    const { status, data } = await send({ ...fields, picture: file(Buffer.alloc(9 << 20)) });
    expect([status, data.form.errors]).toEqual([
      413,
      { picture: "This file is larger than 8 MB. Choose a smaller one." },
    ]);
    await unchanged();
  });

  it("cannot be set by another site", async () => {
    await send({ ...fields, image: "https://evil.test/me.png" });
    expect((await me())?.image).toBeNull();
  });
});
