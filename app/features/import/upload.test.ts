import { randomUUID } from "node:crypto";
import { setImmediate as immediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { imports, importRows, users } from "db/schema";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { dataOf } from "~/features/settings/data.server";
import { cast, testDatabase } from "~/testing/database";
import { readImport, idOf, importIt, send, tryFile } from "~/testing/imports";
import { get, post, run, signedIn, toast, toastOf } from "~/testing/requests";
import { erasePerson } from "~/features/users/erase.server";
import { userResource } from "~/features/users/users.server";
import { deleteUnfinishedRows } from "~/core/import/imports.server";
import { importerFor } from "~/core/import/importers.server";
import type { OwnImport } from "~/core/import/imports-of-person.server";
import { loader as ownImports } from "./imports-of-person";
import { dryRunImport } from "~/core/import/dry-run.server";
import { action as choose, loader as columns } from "./columns";
import { loader as refusedFile } from "./refused";
import { action as confirm, loader as rowsPage } from "./rows";
import { action as upload, loader as page } from "./upload";
import { maxRows } from "~/core/import/file/limits";

testDatabase();
const { ada, ben } = cast;

const errorOf = async (content: string | Uint8Array<ArrayBuffer>) =>
  (await send("users", content)).data.form.errors.file;
const kept = async () => [await db.$count(imports), await db.$count(importRows)];

describe("an upload of an import file", () => {
  it("stores the rows, guesses the columns, and says how the file was read", async () => {
    const sent = await send("users", "\uFEFFsep=;\r\nName;E-mail;Colour\r\nAda;ada@example.com;red\r\n", {
      name: "people.csv",
    });
    expect(sent).toMatchObject({ status: 303, location: expect.stringMatching(/^\/import\/[\w-]+$/) });
    expect(toast(sent)).toContain("people.csv: 1 row, read as UTF-8, separated by semicolons.");
    const { file, rows } = await readImport(idOf(sent));
    expect(file).toMatchObject({
      personId: ada.id,
      entity: "users",
      state: "read",
      heads: ["Name", "E-mail", "Colour"],
      fields: ["name", "email", ""],
      rows: 1,
    });
    expect(rows).toMatchObject([{ line: 3, cells: ["Ada", "ada@example.com", "red"], outcome: null }]);
    expect((await run(columns, await signedIn(`/import/${file.id}`, ada), { id: file.id })).data).toMatchObject({
      name: "people.csv",
      columns: [{ title: "Name", field: "name", examples: ["Ada"] }, {}, {}],
    });
  });

  it("is refused with a message and stores nothing, whatever is wrong with it", async () => {
    expect(await errorOf("")).toBe("This file is empty. Choose another one.");
    expect(await errorOf("\uFEFF")).toBe("This file is empty. Its first line has to name the columns.");
    expect(await errorOf("name,email\n\n")).toBe("This file has heads only: there is no row beneath them.");
    expect(await errorOf("name,email,NAME\nA,b,c\n")).toBe(
      "Columns 1 and 3 are both called “NAME”. Give each a name of its own, or take one out.",
    );
    expect(await errorOf(",,\nA,b,c\n")).toBe("The first line is empty. It has to name the columns.");
    expect(await errorOf("a,".repeat(1_000_000))).toMatch(/^Line 1 has more than 200 columns/);
    expect(await errorOf('name,email\nA,"b\n')).toMatch(/^The quote that opens on line 2 is never closed/);
    expect(await errorOf(new Uint8Array([0x6e, 0x0a, 0x52, 0xe9, 0x0a]))).toMatch(/^Line 2 is not UTF-8/);
    expect(await errorOf("n\nx\0y\n")).toMatch(/^Line 2 holds a NUL character/);
    expect(await errorOf(`n\n${"x\n".repeat(maxRows + 1)}`)).toBe(
      "This file has more than 100,000 rows. Split it, and bring in one part after the other.",
    );
    expect(await errorOf("x".repeat(25 * 1024 * 1024 + 1))).toBe(
      "This file is larger than 25 MB. Choose a smaller one.",
    );
    expect((await send("users", "n\nx", { encoding: "klingon" })).data.form.errors).toEqual({
      encoding: "Choose an encoding",
    });
    expect(await kept()).toEqual([0, 0]);
  });

  it.each([
    "CVC (3 digits)",
    "CVC on the back",
    "CVV2/CVC2",
    "payment.cvv",
    "customerCvv",
    "CVC-Nr.",
    "ＣＶＣ",
    "C\u200bV\u200bV 3-digit",
    "Kartenprüfcode",
  ])("stores no column of security codes, such as %j", async (head) => {
    const { file, rows } = await readImport(idOf(await send("users", `name,"${head}"\nAda,123\n`)));
    expect([file.heads, rows.map(({ cells }) => cells)]).toEqual([["name"], [["Ada"]]]);
  });

  it("has a name without misleading characters, and without card numbers", async () => {
    const name = "of \u202E4242 4242 4242 4242\n.csv";
    expect(toast(await send("users", "name\nAda\n", { name }))).toContain("of 4242 .csv: 1 row");
  });

  it("reports which columns it dropped and how many cells it masked, because cards are never stored in full", async () => {
    const sent = await send(
      "users",
      "name,e-mail,card,CVV2,PIN code\nAda,ada@example.com,4242424242424242,123,0118\nBen,ben@example.com,Gold,456,0150\n",
    );
    expect(toastOf(sent).text).toContain(
      "separated by commas. Left out: “CVV2”, because codes of cards are never kept. Card numbers in 1 cell were masked: their last four digits are kept.",
    );
    const { file, rows } = await readImport(idOf(sent));
    expect(file).toMatchObject({ heads: ["name", "e-mail", "card", "PIN code"], fields: ["name", "email", "", ""] });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["Ada", "ada@example.com", "**** **** **** 4242", "0118"],
      ["Ben", "ben@example.com", "Gold", "0150"],
    ]);
  });

  it("must be of a resource that can be imported, and needs a file", async () => {
    expect((await run(page, await signedIn("/support/tickets/import", ada))).status).toBe(404);
    expect((await run(page, await signedIn("/Orders/import", ada))).data).toMatchObject({ path: "/orders" });
  });

  it("reads Windows-1252 if the user says so", async () => {
    const sent = await send("users", new Uint8Array(Buffer.from("name\nRen\xe9\n", "latin1")), {
      encoding: "windows-1252",
    });
    expect(toast(sent)).toContain("read as Windows-1252");
    expect((await readImport(idOf(sent))).rows[0]?.cells).toEqual(["René"]);
  });
});

describe("an interrupted upload", () => {
  const people = (rows: number) =>
    `name,email,role,status\n${Array.from({ length: rows }, (_, row) => `Person ${row},p${row}@example.com,Data Scientist,Active\n`).join("")}`;
  const pages = { columns, choose, rowsPage, confirm, refusedFile };

  it.each(["ends early", "fails"])("an interrupted upload keeps nothing when its body %s", async (how) => {
    const form = new FormData();
    form.set("encoding", "auto");
    form.set("file", new File([people(5_000)], "users.csv"));
    const whole = new Request(`${config.appUrl}/users/import`, { method: "POST", body: form });
    const type = whole.headers.get("Content-Type") ?? "";
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(bytes.slice(0, bytes.length / 3));
        if (how === "fails") stream.error(new Error("aborted"));
        else stream.close();
      },
    });
    const cut = new Request(whole.url, { method: "POST", body, headers: { "Content-Type": type }, duplex: "half" });
    expect((await run(upload, await signedIn(cut, ada))).status).toBe(400);
    expect(await kept()).toEqual([0, 0]);
  });

  it("is refused by name everywhere, while it is read and after the server stopped", async () => {
    const sending = send("users", people(10_000), { name: "people.csv" });
    while ((await db.$count(importRows)) === 0) await immediate();
    const [half] = await db.select().from(imports);
    const id = half?.id ?? "";
    const refusals = async () => {
      const answers = [];
      for (const [name, page] of Object.entries(pages))
        answers.push(
          await run<{ message: string }>(
            page,
            await signedIn(name === "choose" || name === "confirm" ? post("/x") : get("/x"), ada),
            { id },
          ),
        );
      return [...new Set(answers.map(({ status, data }) => `${status}: ${data.message}`))];
    };
    const inList = async () =>
      (await run<{ files: OwnImport[] }>(ownImports, await signedIn("/imports", ada))).data.files;
    expect(await refusals()).toEqual(["422: people.csv is still being read. Wait a moment, and open this page again."]);
    expect(await inList()).toMatchObject([{ name: "people.csv", standing: "reading", href: `/import/${id}` }]);
    expect(await db.$count(importRows)).toBeLessThan(10_000);
    expect(idOf(await sending)).toBe(id);
    expect((await readImport(id)).file).toMatchObject({ state: "read", rows: 10_000 });

    // the row as it was in the middle is what a server that was killed leaves
    await write(
      async (tx) =>
        void (await tx
          .update(imports)
          .set(half ?? {})
          .where(eq(imports.id, id))),
    );
    expect(await refusals()).toEqual([
      "422: people.csv was not read to its end, because the server was stopped in the middle. Nothing of it can be imported: choose the file again.",
    ]);
    expect(await inList()).toMatchObject([{ standing: "unfinished", came: "" }]);
    await expect(dryRunImport(ada, importerFor("users"), (await readImport(id)).file, () => undefined)).rejects.toThrow(
      "people.csv",
    );
    expect(await importIt(id).catch((error: unknown) => error)).toMatchObject({ init: { status: 422 } });
    expect(await db.$count(users)).toBe(Object.keys(cast).length);
  }, 30_000);

  it("is not assumed while it is read: another file of the same user does not delete it", async () => {
    const sending = send("users", people(5_000), { name: "people.csv" });
    while ((await db.$count(importRows)) === 0) await immediate();
    const other = idOf(await send("users", "name\nOther\n"));
    expect((await readImport(idOf(await sending))).file).toMatchObject({
      name: "people.csv",
      state: "read",
      rows: 5_000,
    });
    expect((await readImport(other)).rows).toHaveLength(1);
  });

  it("is deleted: its rows at a start, also those of earlier versions, and all of it by maintenance and the next upload", async () => {
    const cut = async (state: "reading" | "read" | "tried", createdAt = new Date()) => {
      const id = randomUUID();
      await write(async (tx) => {
        await tx.insert(imports).values({
          id,
          personId: ada.id,
          entity: "users",
          name: "people.csv",
          heads: ["name"],
          fields: ["name"],
          state,
          createdAt,
        });
        await tx.insert(importRows).values({ importId: id, line: 2, cells: ["Ada"], found: [] });
      });
      return id;
    };
    const whole = idOf(await send("users", "name\nWhole\n"));
    for (const state of ["reading", "read", "tried"] as const) await cut(state);
    await deleteUnfinishedRows();
    expect(
      (await db.select({ importId: importRows.importId }).from(importRows)).map(({ importId }) => importId),
    ).toEqual([whole]);
    expect(await db.$count(imports, eq(imports.state, "reading"))).toBe(3);
    const next = idOf(await send("users", "name\nNext\n"));
    expect((await db.select({ id: imports.id }).from(imports)).map(({ id }) => id).sort()).toEqual(
      [next, whole].sort(),
    );

    const fresh = await cut("reading");
    await cut("reading", new Date(Date.now() - 2 * 3_600_000));
    expect(await runMaintenance()).toContain("Deleted 1 file that was brought in a day ago, or not read to its end.");
    expect((await db.select({ id: imports.id }).from(imports)).map(({ id }) => id).sort()).toEqual(
      [next, whole, fresh].sort(),
    );
  });
});

describe("an uploaded import file", () => {
  it("belongs to its user: for others it does not exist", async () => {
    const { file } = await tryFile("users", "id,country,email\n6,Chile,dan@example.com\n", { by: ben });
    const pages = {
      [`/import/${file.id}`]: columns,
      [`/import/${file.id}/rows`]: rowsPage,
      [`/import/${file.id}/refused.csv`]: refusedFile,
    };
    for (const [path, loader] of Object.entries(pages)) {
      expect([path, (await run(loader, await signedIn(path, ada), { id: file.id })).status]).toEqual([path, 404]);
      expect((await run(loader, await signedIn(path, ben), { id: file.id })).status).not.toBe(404);
    }
    for (const act of [choose, confirm])
      expect((await run(act, await signedIn(post("/import/x"), ada), { id: file.id })).status).toBe(404);
    expect((await readImport(file.id)).file.state).toBe("tried");
  });

  it("shows its rows by outcome, fifty per page, and ignores unknown parameters", async () => {
    const { file } = await tryFile("users", `id,country,email\n6,Chile,dan@example.com\n${",x,\n".repeat(60)}`);
    const rows = async (search: string) =>
      (
        await run<{ rows: { line: number }[]; page: number; pages: number; tab: string; total: number }>(
          rowsPage,
          await signedIn(`/import/${file.id}/rows${search}`, ada),
          { id: file.id },
        )
      ).data;
    expect(await rows("?outcome=refuse&page=2")).toMatchObject({ tab: "refuse", page: 2, pages: 2, total: 60 });
    expect((await rows("?outcome=refuse&page=2")).rows).toHaveLength(10);
    expect(await rows("?outcome=__proto__&page=-7")).toMatchObject({ tab: "", page: 1, total: 61 });
    expect((await rows("?outcome=change")).rows).toMatchObject([
      {
        line: 2,
        record: { id: "6", href: "/users/6" },
        cells: [{ label: "Country", before: "Norway", after: "Chile" }],
      },
    ]);
    expect((await rows("?page=999")).page).toBe(2);
  });

  it("offers its refused rows as a file that can be corrected and imported again", async () => {
    const { file } = await tryFile("users", 'name,email,phone\nA,,"\'+47 555 01 23"\nAda Active,ada@example.com,\n');
    const answer = await run<string>(refusedFile, await signedIn("/x", ada), { id: file.id });
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="refused-users.csv"');
    expect(answer.data).toBe(
      'name,email,phone,Line in the file,Why it was refused\r\nA,,+47 555 01 23,2,"Enter an e-mail address / Choose a status: Active, Banned, Pending, Rejected. Or choose one for all such rows, where the columns are matched: “Status, where a row has none or an unknown one”"\r\n',
    );
    expect((await tryFile("users", answer.data)).file.fields).toEqual(["name", "email", "phone", "", ""]);
  });

  it("is not imported before its dry run, nor twice", async () => {
    const { file } = await tryFile("users", "id,country,email\n6,Chile,dan@example.com\n");
    await write(async (tx) => void (await tx.update(imports).set({ state: "read" }).where(eq(imports.id, file.id))));
    const press = async () => run(confirm, await signedIn(post(`/import/${file.id}/rows`), ada), { id: file.id });
    expect((await press()).location).toBe(`/import/${file.id}`);
    await write(async (tx) => void (await tx.update(imports).set({ state: "done" }).where(eq(imports.id, file.id))));
    expect(toast(await press())).toContain("was imported already");
    expect((await run(columns, await signedIn(get("/x"), ada), { id: file.id })).location).toBe(
      `/import/${file.id}/rows`,
    );
  });

  it("is deleted a day later, and when its user uploads a sixth", async () => {
    const ids: string[] = [];
    for (let time = 0; time < 6; time++) ids.push(idOf(await send("users", `name\n${time}\n`)));
    expect(await kept()).toEqual([5, 5]);
    expect(await db.$count(imports, eq(imports.id, ids[5] ?? ""))).toBe(1);
    await write(
      async (tx) => void (await tx.update(imports).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })),
    );
    expect(await runMaintenance()).toContain(
      "Deleted 5 files that were brought in a day ago, or not read to their end.",
    );
    expect(await kept()).toEqual([0, 0]);
  });

  it("is part of its user's data, and is deleted with them", async () => {
    await send("users", "name,phone\nZoë,+47 555 01 23\n", { by: ben, name: "mine.csv" });
    const files: string[] = [];
    for await (const { name, input } of dataOf(ben)) {
      if (!name.startsWith("imports/") || typeof input === "string" || input instanceof Uint8Array) continue;
      let text = "";
      for await (const piece of input) text += piece;
      files.push(`${name.replace(/[\w]{8}-/, "")} ${text}`);
    }
    expect(files).toEqual(["imports/mine.csv \uFEFFname,phone\r\nZoë,+47 555 01 23\r\n"]);
    await userResource.trash(ada, [ben.id]);
    const [trashed] = await db.select().from(users).where(eq(users.id, ben.id));
    expect(await write((tx) => erasePerson(tx, userResource, ben.id, trashed?.deletedAt ?? new Date()))).toBe(false);
    expect(await kept()).toEqual([1, 1]);
    expect(await write((tx) => erasePerson(tx, userResource, ben.id, new Date(Date.now() + 1000)))).toBe(true);
    expect(await kept()).toEqual([0, 0]);
  });
});
