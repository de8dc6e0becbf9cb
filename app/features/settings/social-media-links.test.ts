import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { journal, users } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import type { Versions } from "~/core/conflict/versions";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, signedIn, toastOf } from "~/testing/requests";
import { loader as showProfile } from "~/features/users/profile/profile";
import { userResource } from "~/features/users/users.server";
import { action, loader } from "./social-media-links";

testDatabase();

const { ada, ben } = cast;
const path = "/settings/social-media-links";
const github = { network: "github", url: "https://github.com/ada" };
const mastodon = { network: "mastodon", url: "https://mastodon.social/@ada" };

const rows = (links: { network: string; url: string }[]) =>
  Object.fromEntries(
    links.flatMap(({ network, url }, index) => [
      [`links.${index}.network`, network],
      [`links.${index}.url`, url],
    ]),
  );
const send = async (fields: Record<string, string>, revision = 1) =>
  run<{ form: { fields: Record<string, string>; errors: Record<string, string> }; versions: Versions }>(
    action,
    await signedIn(post(path, { ...fields, revision: String(revision) }), ada),
  );
const linksOf = async (id: number) =>
  (await db.select({ links: users.links }).from(users).where(eq(users.id, id)))[0]?.links;

describe("the profile links of a user", () => {
  it("are saved in order, journalled, shown on the profile, and can be undone", async () => {
    const answer = await send(rows([mastodon, { network: "github", url: "github.com/ada" }, { network: "", url: "" }]));
    expect(answer).toMatchObject({ status: 303, location: path });
    expect(toastOf(answer)).toMatchObject({ text: "Your links were saved", undo: expect.any(String) });
    const { data } = await run<{ user: { links: object[] } }>(showProfile, await signedIn(get("/users/profile"), ada));
    expect(data.user.links).toEqual([mastodon, github]);
    expect(await db.select().from(journal)).toMatchObject([
      { entity: "users", recordId: "1", before: { links: [] }, after: { links: [mastodon, github] } },
    ]);
    await undoChange(ada, toastOf(answer).undo ?? "");
    expect(await linksOf(ada.id)).toEqual([]);
  });

  it("are only one's own: no other user and no other field is changed", async () => {
    await send({ ...rows([github]), id: String(ben.id), name: "Eve", role: "HR Manager" });
    expect(await linksOf(ben.id)).toEqual([]);
    expect(await userResource.unrestricted.get(ada.id)).toEqual({ ...ada, links: [github], revision: 2 });
  });

  it.each([
    [
      "a look-alike",
      [{ ...github, url: "https://github.com.evil.example/ada" }],
      { "links.0.url": expect.stringContaining("github.com.evil.example is not GitHub") },
    ],
    ["no network", [{ ...github, network: "" }], { "links.0.network": "Choose a network" }],
    ["an unknown network", [{ ...github, network: "__proto__" }], { "links.0.network": "Choose a network" }],
    [
      "no address",
      [github, { network: "x", url: "" }],
      { "links.1.url": "Enter the address of your page, such as https://x.com/ada" },
    ],
    [
      "a script",
      [{ ...github, url: "javascript:alert(1)" }],
      { "links.0.url": expect.stringContaining("Begin the address with https://") },
    ],
    [
      "a page twice",
      [github, mastodon, { network: "github", url: "https://www.github.com/Ada/" }],
      { "links.2.url": expect.stringContaining("in the list already") },
    ],
    [
      "eleven links",
      Array.from({ length: 11 }, (_, number) => ({ network: "github", url: `https://github.com/ada${number}` })),
      { links: "Keep to 10 links" },
    ],
    [
      "an invalid URL that is too long",
      [github, { network: "github", url: "x".repeat(400) }],
      { "links.1.url": "Keep this to 300 characters" },
    ],
    [
      "a URL of 301 characters",
      [{ network: "github", url: `https://github.com/${"a".repeat(282)}` }],
      { "links.0.url": "Keep this to 300 characters" },
    ],
  ])("are refused with %s, beside the field, and keep the input", async (_, links, errors) => {
    const { status, data } = await send(rows(links));
    expect(status).toBe(400);
    expect(data.form.errors).toEqual(errors);
    expect(data.form.fields).toEqual(rows(links));
    expect(await linksOf(ada.id)).toEqual([]);
  });

  it("the profile links of a user that were changed elsewhere meanwhile are shown beside those sent, and not overwritten", async () => {
    await userResource.change(ada, ada.id, { links: [mastodon] });
    const { status, data } = await send(rows([github]));
    expect(status).toBe(409);
    expect(data.versions).toMatchObject({ mine: rows([github]), theirs: rows([mastodon]), base: {}, revision: 2 });
    expect(await linksOf(ada.id)).toEqual([mastodon]);
  });

  it("are saved although another part of the record was changed meanwhile", async () => {
    await userResource.change(ben, ada.id, { phone: "+47 555 99 99" });
    expect((await send(rows([github]))).status).toBe(303);
    expect(await userResource.unrestricted.get(ada.id)).toMatchObject({ phone: "+47 555 99 99", links: [github] });
  });

  it("can be moved by a button that saves nothing", async () => {
    const { status, data } = await send({ ...rows([github, mastodon]), rows: "up:links.1" });
    expect(status).toBe(200);
    expect(Object.keys(data.form.fields)[0]).toBe("links.1.network");
    expect(await linksOf(ada.id)).toEqual([]);
  });

  it("are shown in the form", async () => {
    await send(rows([github]));
    expect((await run(loader, await signedIn(get(path), ada))).data).toEqual({ links: [github], revision: 2 });
  });
});
