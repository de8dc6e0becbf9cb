import sharp from "sharp";

import { describe, expect, it } from "vitest";
import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { db, write } from "db";
import { files, journal, type User, users } from "db/schema";
import { exportRows } from "~/core/list/export.server";
import { parseForm } from "~/core/form/form.server";
import { action as bulk, loader as bulkByAddress } from "~/features/records/bulk";
import { undoChange } from "~/core/undo/undo.server";
import { bulkAct, statusAct } from "~/core/bulk/list-acts.server";
import { action as restore } from "~/features/records/restore";
import { saveNew } from "~/core/pages/save.server";
import { action as setStatus } from "~/features/records/status";
import { action as trash } from "~/features/records/trash";
import { compareVersions, type Versions } from "~/core/conflict/versions";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, signedIn, toast } from "~/testing/requests";
import { action as create, loader as newForm } from "./create";
import { action as edit, loader as show } from "./edit";
import { loader as exported } from "~/features/records/export";
import { loader as homePage } from "../home/home";
import { loader as teamList } from "../team/team";
import { loader as list } from "./list";
import { loader as profile } from "./profile/profile";
import { UserRules, userValues } from "./rules.server";
import { userResource } from "./users.server";

testDatabase();

const { ada, ben, dan, tess } = cast;
const as = signedIn;
const fields = {
  name: "New Comer",
  email: "new@example.com",
  role: "IT Support",
  status: "Pending",
  country: "Norway",
  phone: "+47 555 01 99",
};
const everyone = () => db.select().from(users);
const unchanged = async (before: User[]) => expect(await everyone()).toEqual(before);

interface Refused {
  form: { fields: Record<string, string>; errors: Record<string, string> };
}

interface Conflicted {
  versions: Versions;
}

describe("the list of users", () => {
  it("shows people who are not in the trash, newest first", async () => {
    const { data } = await run<{ users: User[]; view: { total: number } }>(list, await as("/users", ada));
    expect(data.view.total).toBe(6);
    expect(data.users.map((user) => user.id)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it("contains no more data about a person than it shows", async () => {
    const { data } = await run<{ users: object[] }>(list, await as("/users", ada));
    expect(Object.keys(data.users[0] ?? {}).sort()).toEqual([
      "company",
      "country",
      "createdAt",
      "email",
      "id",
      "image",
      "name",
      "phone",
      "role",
      "status",
    ]);
  });
});

describe("the people who await approval", () => {
  interface Pending {
    users: { id: number; awaitsApproval?: true }[];
    awaitingApproval?: number;
  }
  const pending = async (search = "?status=Pending") =>
    (await run<Pending>(list, await as(`/users${search}`, ada))).data;
  const setPending = (...ids: number[]) =>
    write(async (tx) => void (await tx.update(users).set({ status: "Pending" }).where(inArray(users.id, ids))));

  it("exclude those whom a form, an import or a program added with the status Pending", async () => {
    await setPending(cast.pia.id, cast.rex.id);
    const before = (await pending()).awaitingApproval;
    await run(create, await as(post("/users/create", fields), ada));
    await setPending(dan.id);
    const { users: rows, awaitingApproval } = await pending();
    expect(awaitingApproval).toBe(before);
    expect(rows.filter((row) => row.awaitsApproval)).toHaveLength(before ?? 0);
    expect(rows.length).toBeGreaterThan(before ?? 0);
  });

  it("are the same number under Pending, on Home and in the team's list", async () => {
    await setPending(cast.pia.id, ben.id, dan.id);
    const { awaitingApproval } = await pending();
    const home = (await run<{ waiting: { people: { value: number; href: string } } }>(homePage, await as("/", ada)))
      .data;
    const waiting = await run<{ view: { total: number } }>(teamList, await as(home.waiting.people.href, ada));
    expect([awaitingApproval, home.waiting.people.value, waiting.data.view.total]).toEqual([2, 2, 2]);
    expect((await pending("")).awaitingApproval).toBeUndefined();
  });
});

describe("the company of a user", () => {
  const companies = async (search: string) =>
    (await run<{ users: { company: string }[] }>(list, await as(`/users?${search}`, ada))).data.users.map(
      ({ company }) => company,
    );

  it("can be edited, searched, sorted and filtered, and is kept by a form without the field", async () => {
    const params = { id: "6" };
    await run(
      edit,
      await as(post("/users/6", { ...userValues(dan), company: " Émile & Co ", revision: "1" }), ada),
      params,
    );
    await write(async (tx) => void (await tx.update(users).set({ company: "Acme" }).where(eq(users.id, ben.id))));
    expect(await companies("q=emile")).toEqual(["Émile & Co"]);
    expect(await companies("sort=-company")).toEqual(["Émile & Co", "Acme", "", "", "", ""]);
    expect(await companies("company=ACM")).toEqual(["Acme"]);
    const { company: _, ...older } = userValues({ ...dan, phone: "+47 555 01 77" });
    await run(edit, await as(post("/users/6", { ...older, revision: "2" }), ada), params);
    expect(await userResource.unrestricted.get(6)).toMatchObject({ company: "Émile & Co", phone: "+47 555 01 77" });
  });
});

describe("creating a user", () => {
  it("adds the person and offers to undo it", async () => {
    const answer = await run(create, await as(post("/users/create", fields), ada));
    expect(answer).toMatchObject({ status: 303, location: "/users" });
    expect(toast(answer)).toMatch(/New Comer was created.*undo/);
    expect((await everyone()).at(-1)).toMatchObject({ ...fields, image: null, revision: 1 });
  });

  it("leads to the given page", async () => {
    const act = async ({ request }: { request: Request }) =>
      saveNew(ada, {
        of: userResource,
        form: await parseForm(request, UserRules),
        to: ({ id, name }) => `/users/${id}?${name.length}`,
      });
    const answer = await run(act, await as(post("/users/create", fields), ada));
    expect(answer.location).toBe(`/users/${(await everyone()).at(-1)?.id}?9`);
  });

  it("twice with one form creates one person", async () => {
    const { data } = await run<{ formKey: string }>(newForm, await as("/users/create", ada));
    for (const _ of [1, 2]) {
      const answer = await run(create, await as(post("/users/create", { ...fields, key: data.formKey }), ada));
      expect(answer.status).toBe(303);
    }
    expect((await everyone()).filter((user) => user.email === fields.email)).toHaveLength(1);
  });

  it.each([
    ["nothing at all", {}, ["name", "email", "status"]],
    ["a name of spaces", { ...fields, name: "   " }, ["name"]],
    ["a name of 10,000 characters", { ...fields, name: "x".repeat(10_000) }, ["name"]],
    ["a name with NUL", { ...fields, name: "a\0b" }, ["name"]],
    ["a name sent twice", { ...fields, name: ["One", "Two"] }, ["name"]],
    ["half an e-mail address", { ...fields, email: "new@" }, ["email"]],
    ["an e-mail address that somebody has", { ...fields, email: "ADA@example.com" }, ["email"]],
    ["an unknown role", { ...fields, role: "__proto__" }, ["role"]],
    ["an unknown status", { ...fields, status: "Owner" }, ["status"]],
    ["letters for a phone", { ...fields, phone: "<script>" }, ["phone"]],
    ["a company too long", { ...fields, company: "N".repeat(101) }, ["company"]],
    ["a country too long", { ...fields, country: "N".repeat(81) }, ["country"]],
  ])(
    "creating a user with %s is refused beside the field, keeps the input and changes nothing",
    async (_, sent, wrong) => {
      const before = await everyone();
      const { status, data } = await run<Refused>(create, await as(post("/users/create", sent), ada));
      expect(status).toBe(400);
      expect(Object.keys(data.form.errors).sort()).toEqual([...wrong].sort());
      for (const [name, typed] of Object.entries(sent))
        expect(data.form.fields[name]).toBe(Array.isArray(typed) ? typed[0] : typed);
      await unchanged(before);
    },
  );

  it.each([
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE users;--",
    "100% _real_",
    "😀😀",
    "مها \u200Fعلي",
    "__proto__",
  ])("accepts %j as a name", async (name) => {
    await run(create, await as(post("/users/create", { ...fields, name }), ada));
    expect((await everyone()).at(-1)?.name).toBe(name);
  });
});

describe("editing a user", () => {
  const path = `/users/${dan.id}`;
  const params = { id: String(dan.id) };
  const changed = { ...userValues(dan), name: "Dan Edited" };
  const unchangedDan = async () => expect(await userResource.unrestricted.get(dan.id)).toEqual(dan);

  it("saves and offers to undo it", async () => {
    const answer = await run(edit, await as(post(path, { ...changed, revision: "1" }), ada), params);
    expect(answer).toMatchObject({ status: 303, location: path });
    expect(toast(answer)).toMatch(/Dan Edited was saved.*undo/);
    const { data } = await run<{ history: unknown[] }>(show, await as(path, ada), params);
    expect(data.history).toMatchObject([{ action: "changed", byName: "Ada Active" }]);
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({ name: "Dan Edited", revision: 2 });
  });

  it("editing a user that somebody else changed meanwhile shows both changes and overwrites nothing", async () => {
    await run(
      edit,
      await as(post(path, { ...changed, name: "Ben's", phone: "+47 5550 1111", revision: "1" }), ben),
      params,
    );
    const sent = { ...changed, name: " Ada's ", country: "Chile", revision: "1" };
    const late = await run<Conflicted>(edit, await as(post(path, sent), ada), params);
    expect(late).toMatchObject({ status: 409, data: { versions: { revision: 2 } } });
    const { versions } = late.data;
    expect(versions.base).toEqual(userValues(dan));
    expect(versions.mine).toEqual({ ...userValues(dan), name: "Ada's", country: "Chile" });
    expect(versions.theirs).toEqual({ ...userValues(dan), name: "Ben's", phone: "+47 5550 1111" });
    expect(["name", "country", "phone", "role"].map((field) => compareVersions(field, versions))).toEqual([
      "both",
      "mine",
      "theirs",
      "same",
    ]);
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({
      name: "Ben's",
      phone: "+47 5550 1111",
      country: dan.country,
    });
  });

  it("editing a user with another user's address is refused beside the field", async () => {
    const { status, data } = await run<Refused>(
      edit,
      await as(post(path, { ...changed, email: ben.email, revision: "1" }), ada),
      params,
    );
    expect({ status, errors: data.form.errors }).toEqual({
      status: 400,
      errors: { email: expect.stringContaining("already has") },
    });
    await unchangedDan();
  });

  it("editing a user whose picture somebody else changed meanwhile shows that too", async () => {
    await userResource.change(ben, dan.id, { image: "/samples/users/3.svg" });
    const late = await run<Conflicted>(edit, await as(post(path, { ...changed, revision: "1" }), ada), params);
    expect(late).toMatchObject({
      status: 409,
      data: { versions: { base: { image: "" }, theirs: { image: "/samples/users/3.svg" } } },
    });
  });

  it("combines both versions as chosen on the conflict page", async () => {
    await run(
      edit,
      await as(post(path, { ...changed, name: "Ben's", phone: "+47 5550 1111", revision: "1" }), ben),
      params,
    );
    const chosen = {
      ...changed,
      country: "Chile",
      "theirs:name": "Ben's",
      "pick:name": "theirs",
      "theirs:country": "Peru",
      "pick:country": "mine",
    };
    const saved = await run(
      edit,
      await as(post(path, { ...chosen, phone: "+47 5550 1111", revision: "2" }), ada),
      params,
    );
    expect(saved.status).toBe(303);
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({
      name: "Ben's",
      phone: "+47 5550 1111",
      country: "Chile",
      revision: 3,
    });
  });

  it("editing a user that is refused keeps its original revision, so that it still overwrites nothing", async () => {
    await run(edit, await as(post(path, { ...changed, name: "Ben's", revision: "1" }), ben), params);
    const refused = await run<Refused>(
      edit,
      await as(post(path, { ...changed, phone: "call me", revision: "1" }), ada),
      params,
    );
    expect(refused).toMatchObject({ status: 400, data: { form: { revision: 1 } } });
  });

  it("editing a user without a revision is refused as outdated", async () => {
    const late = await run<Conflicted>(edit, await as(post(path, changed), ada), params);
    expect(late).toMatchObject({ status: 409, data: { versions: { base: undefined, revision: 1 } } });
    expect(compareVersions("name", late.data.versions)).toBe("both");
    await unchangedDan();
  });

  it.each(["999999", "0", "-1", "06", "6.0", "0x6", "abc", "1e3", "9".repeat(30), "3; drop table users"])(
    "editing a user with the id %j returns 404",
    async (id) => {
      expect(await run(show, await as(`/users/${encodeURIComponent(id)}`, ada), { id })).toMatchObject({
        status: 404,
        data: { message: "User not found" },
      });
      expect(await run(edit, await as(post(`/users/${encodeURIComponent(id)}`, changed), ada), { id })).toMatchObject({
        status: 404,
      });
    },
  );

  it("editing a user in the trash is shown but not saved", async () => {
    const params = { id: String(tess.id) };
    expect(await run(show, await as(`/users/${tess.id}`, ada), params)).toMatchObject({
      status: 200,
      data: { user: { name: "Tess Trashed" } },
    });
    const refused = await run<Refused>(edit, await as(post(`/users/${tess.id}`, changed), ada), params);
    expect(refused).toMatchObject({
      status: 409,
      data: { form: { fields: { name: "Dan Edited" }, errors: { "": expect.stringContaining("trash") } } },
    });
    expect(await userResource.unrestricted.get(tess.id)).toBeUndefined();
  });

  it("editing a user whose address somebody took meanwhile stays in the trash, with a message beside the field", async () => {
    await userResource.create(ada, { ...fields, role: "IT Support", status: "Pending", email: tess.email });
    const sent = { ...changed, email: tess.email, restore: "1", revision: "1" };
    const { status, data } = await run<Refused>(edit, await as(post(`/users/${tess.id}`, sent), ada), {
      id: String(tess.id),
    });
    expect({ status, errors: data.form.errors }).toEqual({
      status: 400,
      errors: { email: expect.stringContaining("already has") },
    });
    expect(await userResource.unrestricted.get(tess.id)).toBeUndefined();
  });

  it("editing a user that was trashed meanwhile can be restored and saved together, by a form from before", async () => {
    const params = { id: String(dan.id) };
    const { data } = await run<{ user: User }>(show, await as(`/users/${dan.id}`, ada), params);
    const mine = { ...userValues(data.user), phone: "+47 555 01 77", revision: String(data.user.revision) };
    await run(trash, await as(post(`/users/${dan.id}/trash`), ada), params);
    const refused = await run<Refused>(edit, await as(post(`/users/${dan.id}`, mine), ada), params);
    expect(refused).toMatchObject({ status: 409, data: { form: { fields: { phone: "+47 555 01 77" } } } });
    const saved = await run(edit, await as(post(`/users/${dan.id}`, { ...mine, restore: "1" }), ada), params);
    expect(saved.status).toBe(303);
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({ phone: "+47 555 01 77", deletedAt: null });
  });
});

describe("an uploaded picture", () => {
  const withPicture = async (
    bytes: Uint8Array<ArrayBuffer>,
    name: string,
    more: Record<string, string> = {},
    path = "/users/create",
  ) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ ...fields, ...more })) form.set(field, value);
    form.set("picture", new File([bytes], name, { type: "image/png" }));
    return as(new Request(get(path).url, { method: "POST", body: form }), ada);
  };
  const png = async () =>
    new Uint8Array(
      await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
        .png()
        .toBuffer(),
    );

  it("is cropped to a square, re-encoded and gets its own URL", async () => {
    await run(create, await withPicture(await png(), "me.png"));
    const image = (await everyone()).at(-1)?.image ?? "";
    const [file] = await db.select().from(files);
    expect(image).toBe(`/files/${file?.id}`);
    expect(await sharp(file?.bytes).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
  });

  it("is missing if none was chosen: browsers then send an empty file", async () => {
    expect((await run(create, await withPicture(new Uint8Array(), ""))).status).toBe(303);
  });

  it("an uploaded picture of a user can be changed, refused, and removed", async () => {
    const path = `/users/${dan.id}`;
    const params = { id: String(dan.id) };
    const image = async () => (await userResource.unrestricted.get(dan.id))?.image ?? "";
    await run(edit, await withPicture(await png(), "me.png", { revision: "1", removePicture: "1" }, path), params);
    const first = await image();
    expect(first).toMatch(/^\/files\//);
    const refused = await run<Refused>(
      edit,
      await withPicture(new Uint8Array([1]), "me.png", { revision: "2" }, path),
      params,
    );
    expect(refused).toMatchObject({ status: 400, data: { form: { errors: { picture: expect.any(String) } } } });
    await run(edit, await as(post(path, { ...fields, image: first, revision: "2" }), ada), params);
    expect(await image()).toBe(first);
    await run(edit, await as(post(path, { ...fields, image: first, removePicture: "1", revision: "2" }), ada), params);
    expect(await image()).toBe("");
  });

  it("is not lost when another field is invalid", async () => {
    const { data } = await run<Refused>(create, await withPicture(await png(), "me.png", { email: "nonsense" }));
    expect(data.form.fields.image).toMatch(/^\/files\/[0-9a-f]{64}$/);
    await run(create, await as(post("/users/create", { ...fields, image: data.form.fields.image ?? "" }), ada));
    expect((await everyone()).at(-1)?.image).toBe(data.form.fields.image);
  });

  it.each([
    ["a script", "<script>alert(1)</script>"],
    ["an SVG with a script", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
    ["the first bytes of a PNG and then nonsense", "\x89PNG\r\n\x1a\nnonsense"],
    ["a text with a PNG in it", "P3 \x89PNG\r\n\x1a\n"],
    ["nothing", " "],
    ["a GIF", "GIF89a\x01\x00\x01\x00\x00\x00\x00;"],
  ])("an uploaded picture that is %s is refused beside its field", async (_, content) => {
    const bytes = new Uint8Array(Buffer.from(content, "latin1"));
    const { status, data } = await run<Refused>(create, await withPicture(bytes, "me.png"));
    expect(status).toBe(400);
    expect(data.form.errors.picture).toMatch(/Choose a JPEG, PNG or WebP/);
    expect(await db.$count(files)).toBe(0);
  });

  it("can be only one, not two", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const name of ["one.png", "two.png"]) body.append("picture", new File([new Uint8Array(await png())], name));
    const { status, data } = await run<Refused>(
      create,
      await as(new Request("http://portico.test/users/create", { method: "POST", body }), ada),
    );
    expect({ status, errors: data.form.errors }).toEqual({ status: 400, errors: { picture: "Choose one picture." } });
  });

  it("cannot be a URL elsewhere, or of a missing file", async () => {
    for (const image of [
      "https://evil.example/x.png",
      "//evil.example/x.png",
      `/files/${"a".repeat(64)}`,
      "/samples/users/999.svg",
      "/samples/users/../users/3.svg",
      "javascript:alert(1)",
    ]) {
      await run(
        create,
        await as(post("/users/create", { ...fields, email: `${image.length}@example.com`, image }), ada),
      );
      expect((await everyone()).at(-1)?.image).toBeNull();
    }
  });
});

describe("actions on one user", () => {
  const params = { id: String(dan.id) };

  it("move to the trash and back", async () => {
    const gone = await run(
      trash,
      await as(post(`/users/${dan.id}/trash`, { back: "/users?status=Active" }), ada),
      params,
    );
    expect(gone).toMatchObject({ status: 303, location: "/users?status=Active" });
    expect(toast(gone)).toMatch(/Dan Directory moved to the trash.*undo/);
    expect(await userResource.unrestricted.get(dan.id)).toBeUndefined();
    await run(restore, await as(post(`/users/${dan.id}/restore`), ada), params);
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({ deletedAt: null });
  });

  it("set the status, but only to an existing one", async () => {
    await run(setStatus, await as(post(`/users/${dan.id}/status`, { status: "Banned" }), ada), params);
    expect((await userResource.unrestricted.get(dan.id))?.status).toBe("Banned");
    expect(
      await run(setStatus, await as(post(`/users/${dan.id}/status`, { status: "King" }), ada), params),
    ).toMatchObject({ status: 400 });
  });

  it("set the status with a reason, which the journal stores as one paragraph", async () => {
    const set = async (note: string) =>
      run(setStatus, await as(post(`/users/${dan.id}/status`, { status: "Banned", note }), ada), params);
    const refused = await set("x".repeat(501));
    expect({ location: refused.location, said: toast(refused) }).toEqual({
      location: `/users/${dan.id}`,
      said: expect.stringContaining("Keep the reason to 500 characters: it has 501."),
    });
    expect(await userResource.unrestricted.get(dan.id)).toEqual(dan);
    await set(`  Parcel \0\r\n\r\ncame\tback ${"x".repeat(482)}\n`);
    await run(setStatus, await as(post(`/users/${dan.id}/status`, { status: "Active", note: " \n" }), ada), params);
    expect((await db.select().from(journal)).map(({ note }) => note)).toEqual([
      `Parcel came back ${"x".repeat(482)}`,
      null,
    ]);
  });

  it("cannot set a status for a resource without one", async () => {
    const bare = { ...userResource.asSeenBy(ada), statuses: [] };
    const sent = async () => as(post(`/users/${dan.id}/status`, { status: "Banned", ids: String(dan.id) }), ada);
    expect((await run(async ({ request }) => statusAct(ada, request, params, bare), await sent())).status).toBe(404);
    expect((await run(async ({ request }) => bulkAct(ada, request, bare), await sent())).status).toBe(400);
    expect(await userResource.unrestricted.get(dan.id)).toEqual(dan);
  });

  it("lead back only to this site", async () => {
    for (const back of ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"]) {
      const answer = await run(
        setStatus,
        await as(post(`/users/${dan.id}/status`, { status: "Active", back }), ada),
        params,
      );
      expect(answer.location).toBe(`/users/${dan.id}`);
    }
  });

  it("lead back if they come too late, such as a button pressed twice", async () => {
    for (const [act, path] of [
      [trash, "/users"],
      [restore, `/users/${dan.id}`],
    ] as const) {
      await run(act, await as(post(`/users/${dan.id}/x`), ada), params);
      const again = await run(act, await as(post(`/users/${dan.id}/x`), ada), params);
      expect({ location: again.location, said: toast(again) }).toEqual({
        location: path,
        said: expect.stringContaining("Nothing was changed"),
      });
    }
  });

  it("actions on one user on a missing user return 404", async () => {
    for (const act of [trash, restore, setStatus]) {
      expect(await run(act, await as(post("/users/999/x", { status: "Banned" }), ada), { id: "999" })).toMatchObject({
        status: 404,
      });
    }
  });
});

describe("one's own user record", () => {
  const params = { id: String(ada.id) };
  const isMine = async () => expect(await userResource.unrestricted.find(ada.id)).toEqual(ada);
  const sentence = expect.stringContaining(
    "This is your own account, so you cannot delete it or keep yourself out.",
  ) as string;

  it("cannot be deleted or given a status that ends access, and the answer says where to leave", async () => {
    const answers = [await run(trash, await as(post("/users/1/trash"), ada), params)];
    for (const status of ["Banned", "Pending", "Rejected"])
      answers.push(await run(setStatus, await as(post("/users/1/status", { status }), ada), params));
    for (const answer of answers) expect(toast(answer)).toMatch(/your own account.*Account Deactivation/);
    await isMine();
  });

  it("is saved with its form, except for that status", async () => {
    const refused = await run<Refused>(
      edit,
      await as(post("/users/1", { ...userValues(ada), status: "Banned", revision: "1" }), ada),
      params,
    );
    expect({ status: refused.status, errors: refused.data.form.errors }).toEqual({
      status: 400,
      errors: { status: sentence },
    });
    await isMine();
    expect(
      (
        await run(
          edit,
          await as(post("/users/1", { ...userValues(ada), name: "Ada Anew", revision: "1" }), ada),
          params,
        )
      ).status,
    ).toBe(303);
  });

  it("is left out among several ticked ones, with a message, and refused alone", async () => {
    const act = async (sent: Record<string, string | string[]>) =>
      toast(await run(bulk, await as(post("/users/bulk", sent), ada)));
    expect(await act({ ids: ["1", "4"], status: "Banned" })).toMatch(
      /Pia Pending marked as banned\. Left out: Ada Active\. This is your own account.*undo/,
    );
    expect(await act({ ids: ["4", "1", "6"], act: "delete" })).toMatch(
      /2 users moved to the trash\. Left out: Ada Active/,
    );
    expect(await act({ ids: ["1"], act: "delete" })).toMatch(/your own account.*error/);
    await isMine();
  });

  it("is not deleted by undoing its creation", async () => {
    const made = await userResource.create(ben, { ...fields, role: "IT Support", status: "Active" });
    if (!made.ok) throw new Error();
    const undone = await undoChange({ ...made.row, access: "owner" }, made.batch ?? "");
    expect(undone).toMatchObject({ ok: false, message: sentence });
    expect((await undoChange(ben, made.batch ?? "")).ok).toBe(true);
  });

  it("can be deleted by others as usual", async () => {
    await run(trash, await as(post("/users/1/trash"), ben), params);
    expect(await userResource.unrestricted.get(ada.id)).toBeUndefined();
  });

  it("is marked as one's own on its page and in the list", async () => {
    expect((await run(show, await as("/users/1", ada), params)).data).toMatchObject({ isMe: true });
    expect((await run(show, await as("/users/1", ben), params)).data).toMatchObject({ isMe: false });
    expect((await run(list, await as("/users", ada))).data).toMatchObject({ me: ada.id });
  });
});

describe("a person without a job title, as after registering,", () => {
  const params = { id: String(dan.id) };
  const untitled = { ...userValues(dan), role: "" };
  const save = async (sent: Record<string, string>) => run(edit, await as(post("/users/6", sent), ada), params);

  it("can be created, saved, banned on their page, and exported with an empty cell", async () => {
    expect((await run(create, await as(post("/users/create", { ...fields, role: "" }), ada))).status).toBe(303);
    expect((await save({ ...untitled, revision: "1" })).status).toBe(303);
    expect((await save({ ...untitled, status: "Banned", revision: "2" })).status).toBe(303);
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({ role: "", status: "Banned" });
    expect((await run<string>(exported, await as("/users.csv?ids=6", ada))).data).toContain(
      "6,Dan Directory,dan@example.com,,Banned,",
    );
  });
});

describe("actions on many users", () => {
  const act = async (search: string, sent: Record<string, string | string[]>) =>
    run(bulk, await as(post(`/users/bulk${search}`, sent), ada));

  it("change the ticked ones, with one undo", async () => {
    const { location } = await act("", { ids: ["4", "5"], status: "Active" }); // its preview, because it mails people
    const answer = await run(bulk, await as(post(location ?? "", { matched: "2", changes: "2" }), ada));
    expect(toast(answer)).toMatch(/2 users marked as active/);
    expect(new Set((await db.select().from(journal)).map((entry) => entry.batch)).size).toBe(1);
  });

  it("change nothing if a rule refuses one of them", async () => {
    const tied = and(isNotNull(users.uid), ne(users.id, ben.id));
    await write(async (tx) => void (await tx.update(users).set({ uid: null }).where(tied)));
    const answer = await act("", { ids: ["2", "6"], act: "delete" });
    expect(toast(answer)).toMatch(/last owner/);
    expect(await userResource.unrestricted.get(dan.id)).toBeDefined();
  });

  it("opened by URL lead to the list with its filters", async () => {
    expect((await run(bulkByAddress, await as("/users/bulk?status=Active", ada))).location).toBe(
      "/users?status=Active",
    );
  });

  it("report an empty selection", async () => {
    expect(toast(await act("", { act: "delete" }))).toMatch(/Select at least one row/);
    expect(toast(await act("", { ids: ["NaN", "-1", "1e99"], act: "delete" }))).toMatch(/Select at least one row/);
  });

  it("restore from the trash", async () => {
    await act("?trash=1", { ids: [String(tess.id)], act: "restore" });
    expect(await userResource.unrestricted.get(tess.id)).toBeDefined();
  });

  it("lead to the file for an export", async () => {
    expect((await act("", { ids: ["1", "2", "1"], act: "export" })).location).toBe("/users.csv?ids=1,2");
    expect((await act("?status=Active", { all: "3", act: "export" })).location).toBe("/users.csv?status=Active");
    expect((await act("?status=Active", { all: "99", act: "export" })).location).toBe("/users.csv?status=Active"); // the file is read when it is fetched
  });

  it("actions on many users that are unknown are refused", async () => {
    expect((await act("", { ids: ["1"], act: "explode" })).status).toBe(400);
  });
});

describe("the export of users", () => {
  it("is the list at its URL as CSV", async () => {
    const { data, headers } = await run<string>(exported, await as("/users.csv?status=Active&sort=name", ada));
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="users.csv"');
    expect(headers.get("Cache-Control")).toBe("no-store");
    const lines = data.split("\r\n");
    const [titles = [], values = []] = lines.map((line) => line.split(","));
    expect(Object.fromEntries(titles.map((title, place) => [title, values[place]]))).toMatchObject({
      Number: "1",
      Name: "Ada Active",
      "E-mail": "ada@example.com",
      "Job title": "Data Scientist",
      Status: "Active",
      Country: "Norway",
      Phone: "+47 555 01 23",
      Company: "",
      Created: "2026-01-05T09:00:00.000Z",
    });
    expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual([
      "Ada Active",
      "Ben Active",
      "Dan Directory",
      undefined,
    ]);
  });

  it("has a name without slashes, whatever the list's path", async () => {
    const answer = await exportRows(
      get("/apps/people.json"),
      { ...userResource.listing, path: "/apps/people" },
      { name: (user) => user.name },
    );
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="apps-people.json"');
  });

  it("begins with the byte order mark by which spreadsheets recognise UTF-8", async () => {
    const response = await exported({
      request: await as("/users.csv", ada),
      params: {},
      context: { nonce: "", requestId: "", address: "" },
    });
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it("contains the same as JSON", async () => {
    const { data } = await run<{ name: string }[]>(exported, await as("/users.json?ids=6,1", ada));
    expect(data.map((user) => user.name).sort()).toEqual(["Ada Active", "Dan Directory"]);
    expect(
      (await run<unknown[]>(exported, await as(`/users.json?ids=6,${"1,".repeat(40_000)}`, ada))).data,
    ).toHaveLength(2);
  });
});

describe("one's own profile page", () => {
  it("shows one's sessions, without their secrets or the account's name", async () => {
    await as("/", ada);
    await as("/", ben);
    await userResource.change(ben, dan.id, { name: "Dan Renamed" });
    await userResource.change(ada, dan.id, { phone: "+47 5550 1111" });
    const { data } = await run<{ sessions: { here: boolean }[] }>(profile, await as("/users/profile", ben));
    expect(data).toMatchObject({ user: { id: ben.id }, acts: [{ after: { name: "Dan Renamed" } }] });
    expect(data.sessions.map(({ here }) => here).sort()).toEqual([false, true]);
    expect(JSON.stringify(data)).not.toMatch(/tokenHash|uid/);
    expect(data).not.toHaveProperty("user.revision");
  });
});
