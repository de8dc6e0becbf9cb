/** Rows of a record, such as an invoice's lines: row buttons, saving, and conflicting changes. */
import { randomUUID } from "node:crypto";
import { type InferSelectModel, sql } from "drizzle-orm";
import { integer, sqliteTable, text as textColumn } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { db, write } from "db";
import { journal } from "db/schema";
import { parseForm } from "~/core/form/form.server";
import type { FormFields, FormState } from "~/core/form/form-state";
import { moneyText } from "~/core/values/money";
import { money, text } from "~/core/form/rules";
import { cast, testDatabase } from "~/testing/database";
import { post, run, toast } from "~/testing/requests";
import type { ActingUser } from "./act.server";
import { defineResource } from "./define-resource.server";
import { saveEdit, saveNew } from "~/core/pages/save.server";
import { fieldPart, compareVersions, type Versions } from "~/core/conflict/versions";

testDatabase();
const { ada, ben } = cast;

const BillForm = z.object({
  note: text({ max: 50 }),
  lines: z.array(z.object({ title: text({ max: 50, ask: "Enter a title" }), price: money() })),
});
type BillValues = z.output<typeof BillForm>;

const bills = sqliteTable("bills", {
  id: integer("id").primaryKey(),
  revision: integer("revision").notNull().default(1),
  deletedAt: integer("deleted_at", { mode: "timestamp_ms" }),
  note: textColumn("note").notNull(),
  lines: textColumn("lines", { mode: "json" }).$type<BillValues["lines"]>().notNull(),
});
type Bill = InferSelectModel<typeof bills>;
const billRecords = defineResource({
  table: bills,
  noun: { one: "bill", many: "bills" },
  fields: {},
  permissions: { view: "sales.view", change: "sales.change" },
  list: { path: "/bills", sort: "id" },
  label: ({ id }) => `Bill ${id}`,
});

const billFields = ({ note, lines }: BillValues): FormFields => ({
  note,
  ...Object.fromEntries(
    lines.flatMap(({ title, price }, number) => [
      [`lines.${number}.title`, title],
      [`lines.${number}.price`, moneyText(price)],
    ]),
  ),
});

const lamp = { title: "Lamp", price: 4000 };
const sofa = { title: "Sofa", price: 90_000 };
const desk = { title: "Desk", price: 25_000 };
const bill: Bill = { id: 1, revision: 1, deletedAt: null, note: "Hall", lines: [lamp, sofa] };

beforeEach(() =>
  write(async (tx) => {
    tx.run(
      sql`create table bills (id integer primary key, revision integer not null default 1, deleted_at integer, note text not null, lines text not null)`,
    );
    await tx.insert(bills).values(bill);
  }),
);

interface Answered {
  form: FormState;
  versions: Versions;
}

/** Posts the edit form of the bill like a resource's action handles it. */
const edit = (me: ActingUser, fields: FormFields) =>
  run<Answered>(
    async ({ request }) =>
      saveEdit(me, {
        of: billRecords,
        before: await billRecords.unrestricted.at({ id: "1" }),
        form: await parseForm(request, BillForm),
        fieldsOf: billFields,
      }),
    post("/bills/1", fields),
  );

const asIs = { ...billFields(bill), revision: "1" };
const now = () => billRecords.unrestricted.find(1);
const entries = () => db.$count(journal);

describe("a button for rows", () => {
  it("saves nothing and returns the form with one more row", async () => {
    const answer = await edit(ada, { ...asIs, note: "Changed", "lines.0.price": "what?", rows: "add:lines" });
    const fields = {
      note: "Changed",
      "lines.0.title": "Lamp",
      "lines.0.price": "what?",
      "lines.1.title": "Sofa",
      "lines.1.price": "900.00",
      "lines.2.title": "",
    };
    expect(answer).toMatchObject({ status: 200, data: { form: { fields, errors: {}, revision: 1 } } });
    expect([await now(), await entries()]).toEqual([bill, 0]);
  });

  it("creates no record, and the form keeps its one-time key", async () => {
    const key = randomUUID();
    const fields = { ...billFields(bill), key, rows: "remove:lines.0" };
    const answer = await run<Answered>(
      async ({ request }) => saveNew(ada, { of: billRecords, form: await parseForm(request, BillForm) }),
      post("/bills/create", fields),
    );
    expect(answer).toMatchObject({
      status: 200,
      data: { form: { fields: { "lines.1.title": "Sofa" }, errors: {}, key } },
    });
    expect([await db.$count(bills), await entries()]).toEqual([1, 0]);
  });

  it("overwrites nothing later: the form keeps its original revision", async () => {
    await edit(ben, { ...asIs, note: "Ben's" });
    const pressed = await edit(ada, { ...asIs, note: "Ada's", rows: "up:lines.1" });
    expect(pressed).toMatchObject({ status: 200, data: { form: { revision: 1 } } });
    const late = await edit(ada, { ...pressed.data.form.fields, revision: "1" });
    expect(late.status).toBe(409);
    expect(await now()).toMatchObject({ note: "Ben's", revision: 2 });
  });

  it("works on a form whose record was trashed meanwhile, and neither restores nor saves it", async () => {
    await billRecords.trash(ben, [1]);
    for (const restore of [{}, { restore: "1" }] as FormFields[]) {
      expect(await edit(ada, { ...asIs, ...restore, rows: "remove:lines.0" })).toMatchObject({
        status: 200,
        data: { form: { errors: {} } },
      });
      expect((await now())?.deletedAt).not.toBeNull();
    }
  });
});

describe("a record's rows", () => {
  it("are saved in the form's order, with an undo, when the form is saved", async () => {
    const { data } = await edit(ada, { ...asIs, rows: "up:lines.1" });
    const saved = await edit(ada, { ...data.form.fields, revision: "1" });
    expect(saved).toMatchObject({ status: 303, location: "/bills/1" });
    expect(toast(saved)).toMatch(/Bill 1 was saved.*undo/);
    expect(await now()).toMatchObject({ lines: [sofa, lamp], revision: 2 });
  });

  it("changed by two users are chosen as a whole, and nothing is overwritten before", async () => {
    await edit(ben, { ...asIs, "lines.0.price": "35.00", "lines.7.title": "Desk", "lines.7.price": "250" });
    const late = await edit(ada, { ...asIs, note: "Ada's", "lines.1.price": "$850" });
    expect(late.status).toBe(409);
    const { versions } = late.data;
    expect(versions).toEqual({
      base: billFields(bill),
      mine: billFields({ note: "Ada's", lines: [lamp, { ...sofa, price: 85_000 }] }),
      theirs: billFields({ note: "Hall", lines: [{ ...lamp, price: 3500 }, sofa, desk] }),
      revision: 2,
      fields: { note: { label: "Note" }, lines: { label: "Lines" } },
    });
    expect(["note", "lines"].map((field) => compareVersions(field, versions))).toEqual(["mine", "both"]);
    expect(await now()).toMatchObject({ note: "Hall", revision: 2 });
  });

  it.each([
    ["mine", [lamp, { ...sofa, price: 85_000 }]],
    ["theirs", [{ ...lamp, price: 3500 }, sofa, desk]],
    ["theirs", []],
  ])("are those that were chosen: %s", async (pick, expected) => {
    const theirs = pick === "theirs" ? expected : [desk];
    await edit(ben, { ...billFields({ note: "Hall", lines: theirs }), revision: "1" });
    const { data } = await edit(ada, { ...asIs, note: "Ada's", "lines.1.price": "850" });
    const prefixed = Object.fromEntries(
      Object.entries(fieldPart(data.versions.theirs, "lines")).map(([name, value]) => [`theirs:${name}`, value]),
    );
    const chosen = { ...data.versions.mine, ...prefixed, "pick:lines": pick, revision: String(data.versions.revision) };
    expect(await edit(ada, chosen)).toMatchObject({ status: 303 });
    expect(await now()).toEqual({ ...bill, note: "Ada's", lines: expected, revision: 3 });
  });

  it("changed by only one user need no choice", async () => {
    await edit(ben, { ...asIs, note: "Ben's" });
    const { data } = await edit(ada, {
      note: "Hall",
      "lines.1.title": "Sofa",
      "lines.1.price": "900",
      "lines.0.title": "Lamp",
      "lines.0.price": "40",
      revision: "1",
    });
    expect(["note", "lines"].map((field) => compareVersions(field, data.versions))).toEqual(["theirs", "mine"]);
  });
});
