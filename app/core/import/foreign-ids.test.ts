/** Files whose `id` column contains ids of another program. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "db";
import { orders, products, users } from "db/schema";
import { action as answerRows } from "~/features/import/rows";
import { cast, testDatabase } from "~/testing/database";
import { importFile } from "~/testing/import-files";
import { answerQuestions, readImport, importIt, refusals, tryAgain, tryFile } from "~/testing/imports";
import { addOrder } from "~/testing/orders";
import { addProducts } from "~/testing/products";
import { post, run, signedIn } from "~/testing/requests";

testDatabase();
const { ban } = cast;

const answersOf = (rows: Awaited<ReturnType<typeof readImport>>["rows"]) =>
  rows.map(({ line, outcome, found }) => [
    line,
    outcome,
    ...(found.find(({ options }) => options)?.options ?? []).map(({ title }) => title),
  ]);

it("an id of a user with another e-mail address changes nobody, and asks", async () => {
  const { file, rows } = await tryFile("users", importFile("users-foreign-ids"));
  expect(file).toMatchObject({ creates: 0, changes: 0, refused: 0 });
  expect(answersOf(rows)).toEqual([
    [2, "ask", "Update #3 (Ban Banned)", "Create a new one", "Skip this row"],
    [3, "ask", "Update #6 (Dan Directory)", "Create a new one", "Skip this row"],
    [4, "ask", "Create a new one", "Skip this row"],
  ]);
  expect(rows.every(({ answer }) => answer === null)).toBe(true);
});

it("a file with open questions is not imported", async () => {
  const { file } = await tryFile("users", "id,country,email\n6,Chile,karl@elsewhere.example\n2,Peru,ben@example.com\n");
  const request = await signedIn(post(`/import/${file.id}/rows`, {}), cast.ada);
  const refused = await run<{ form: { errors: Record<string, string> } }>(answerRows, request, { id: file.id });
  expect(refused.status).toBe(400);
  expect(refused.data.form.errors[""]).toBe("Answer the question of 1 row first, or skip that row.");
  expect((await readImport(file.id)).file.state).toBe("tried");
});

it("each answer has its effect: update, create, or skip", async () => {
  const csv =
    "id,name,email,status\n3,Hanna,hanna@elsewhere.example,Active\n6,Dan D,dan.new@example.com,Active\n2,Lotte,lotte@elsewhere.example,Active\n";
  const { file } = await tryFile("users", csv);
  const answered = await answerQuestions(file.id, { 2: "create", 3: "update", 4: "skip" });
  expect(answered.rows.map(({ line, outcome, recordId }) => [line, outcome, recordId])).toEqual([
    [2, "create", null],
    [3, "change", "6"],
    [4, "skip", "2"],
  ]);
  await importIt(file.id);
  const named = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
  expect(await named("dan.new@example.com")).toMatchObject({ id: 6, name: "Dan D" });
  expect((await named("hanna@elsewhere.example"))?.id).toBeGreaterThan(7);
  expect(await named(ban.email)).toMatchObject({ id: 3, name: ban.name, revision: ban.revision });
  expect(await named("lotte@elsewhere.example")).toBeUndefined();
});

it("one answer can be given for all rows with a question", async () => {
  const { file } = await tryFile(
    "users",
    importFile("users-foreign-ids").replace("email", "email,status").replaceAll(".example", ".example,Active"),
  );
  const { file: tried, rows } = await answerQuestions(file.id, { all: "create" });
  expect(rows.map(({ outcome }) => outcome)).toEqual(["create", "create", "create"]);
  expect(tried.creates).toBe(3);
});

it("another user's id beside an existing e-mail address offers both users, and no new one", async () => {
  const { rows } = await tryFile("users", "id,country,email\n6,Chile,ben@example.com\n");
  expect(answersOf(rows)).toEqual([
    [2, "ask", "Update #6 (Dan Directory)", "Update #2 (Ben Active), with the same e-mail", "Skip this row"],
  ]);
});

it("an id is accepted if the e-mail address matches, or is empty and the name matches", async () => {
  const { rows } = await tryFile(
    "users",
    "id,country,email,name\n6,Chile,,dan directory\n2,Peru,BEN@example.com,Ben Active\n",
  );
  expect(rows.map(({ outcome, recordId }) => [outcome, recordId])).toEqual([
    ["change", "6"],
    ["change", "2"],
  ]);
});

it("an id with an empty e-mail address, or without one, changes nobody, and asks", async () => {
  for (const csv of ["id,country,email\n6,Chile,\n", "id,country\n6,Chile\n"]) {
    const { rows } = await tryFile("users", csv);
    expect(answersOf(rows)).toEqual([[2, "ask", "Update #6 (Dan Directory)", "Create a new one", "Skip this row"]]);
    expect(rows[0]?.found.find(({ options }) => options)?.note).toBe(
      "Dan Directory, user #6 here. Nothing but the number says that this row is about it. This number may come from another program.",
    );
  }
});

it("ids and prices alone change products only once the user says that the ids are Portico's", async () => {
  const [lamp, chair] = await addProducts({ title: "Lamp", code: "L-1" }, { title: "Chair", code: "C-1" });
  const { file, rows } = await tryFile("products", `Number,Price\n${lamp!.id},12.50\n${chair!.id},99\n`);
  expect(rows.map(({ outcome }) => outcome)).toEqual(["ask", "ask"]);
  const { rows: answered } = await answerQuestions(file.id, { all: "update" });
  expect(answered.map(({ outcome, recordId }) => [outcome, recordId])).toEqual([
    ["change", String(lamp!.id)],
    ["change", String(chair!.id)],
  ]);
  await importIt(file.id);
  const priced = await db.select({ title: products.title, price: products.price }).from(products);
  expect(priced).toEqual(
    expect.arrayContaining([
      { title: "Lamp", price: 1250 },
      { title: "Chair", price: 9900 },
    ]),
  );
});

it("a foreign id overwrites no product with another code, or with another title if the code is empty", async () => {
  const all = await addProducts(...Array.from({ length: 9 }, (_, n) => ({ title: `Product ${n}`, code: `P-${n}` })));
  const csv = importFile("products-foreign-ids");
  const ids = csv.replace(/^4,/m, `${all[3]?.id},`).replace(/^9,/m, `${all[8]?.id},`);
  for (const file of [ids, ids.replace("woo-cap", "").replace("woo-mug", "")]) {
    const { rows } = await tryFile("products", file);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["ask", "ask"]);
  }
  expect(await db.$count(products, eq(products.stock, 18))).toBe(9);
});

it("an address with an umlaut domain is the same however its domain is written", async () => {
  const csv = (email: string) => `name,email,status,country\nJo,${email},Active,Chile\n`;
  const { file } = await tryFile("users", csv("jo@müller.example"));
  await importIt(file.id);
  const { rows } = await tryFile("users", csv("Jo@xn--mller-kva.example").replace("Chile", "Peru"));
  expect(rows[0]).toMatchObject({ outcome: "change", found: [{ field: "country", before: "Chile", after: "Peru" }] });
});

it("a foreign id overwrites no order of another customer", async () => {
  const { id } = await addOrder();
  for (const csv of [`id,email,tax\n${id},ida@example.com,3\n`, `id,customer,tax\n${id},Ida,3\n`]) {
    const { rows } = await tryFile("orders", csv);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["ask"]);
  }
  expect(await db.$count(orders, eq(orders.taxAmount, 150))).toBe(1);
});

it("an answer that the question does not offer leaves it open", async () => {
  const { file } = await tryFile("users", "id,name,email,status\n99,Karl,karl@elsewhere.example,Active\n");
  const { rows } = await answerQuestions(file.id, { 2: "update" });
  expect(rows[0]?.outcome).toBe("ask");
  expect(refusals(rows)).toEqual([]);
});

it("choosing other columns discards the answers", async () => {
  const { file } = await tryFile("users", "id,country,email\n6,Chile,karl@elsewhere.example\n");
  expect((await answerQuestions(file.id, { 2: "update" })).rows[0]?.outcome).toBe("change");
  expect((await tryAgain(file.id, ["id", "company", "email"])).rows[0]).toMatchObject({ outcome: "ask", answer: null });
});
