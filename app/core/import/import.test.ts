import { asc, eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { imports, journal, notifications, orders, products, users } from "db/schema";
import { exportRows } from "~/core/list/export.server";
import { undoChange } from "~/core/undo/undo.server";
import { jobsEnded } from "~/core/jobs/jobs.server";
import { orderColumns } from "~/features/orders/columns.server";
import { orderResource } from "~/features/orders/orders.server";
import { productColumns } from "~/features/products/columns.server";
import { productResource } from "~/features/products/products.server";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { answerQuestions, readImport, importIt, refusals, tryAgain, tryFile } from "~/testing/imports";
import { addOrder } from "~/testing/orders";
import { addProducts } from "~/testing/products";
import { get } from "~/testing/requests";
import { fileColumnsOf } from "~/core/fields/files.server";
import { userFields } from "~/features/users/fields";
import { startImport } from "./import-jobs.server";
import { importerFor } from "./importers.server";
import { shownRows } from "./shown-rows.server";
import { dryRunImport } from "./dry-run.server";
import { userResource } from "~/features/users/users.server";

testDatabase();
const { ada, ben, dan } = cast;

const usersFile = async () =>
  (await exportRows(get("/users.csv"), userResource.listing, fileColumnsOf(userFields))).text();
const productsFile = async () =>
  (await exportRows(get("/products.csv"), productResource.listing, productColumns)).text();
const ordersFile = async () => (await exportRows(get("/orders.csv"), orderResource.listing, orderColumns)).text();

describe("a file of users", () => {
  it("creates, updates and keeps users row by row, and one undo reverts all of it", async () => {
    const before = await db.select().from(users).orderBy(asc(users.id));
    const csv = `Name;E-Mail;Job title;Status;Country\nNora New;NORA@example.com;Data Scientist;active;Peru\n"Ada Active";ada@example.com;Data Scientist;Active;Chile\nBen Active;ben@example.com;Data Scientist;Active;Norway\n`;
    const { file, rows } = await tryFile("users", csv);
    expect(file).toMatchObject({
      state: "tried",
      creates: 1,
      changes: 1,
      same: 1,
      refused: 0,
      fields: ["name", "email", "role", "status", "country"],
    });
    expect(rows.map(({ line, outcome, recordId, revision }) => ({ line, outcome, recordId, revision }))).toEqual([
      { line: 2, outcome: "create", recordId: null, revision: null },
      { line: 3, outcome: "change", recordId: "1", revision: 1 },
      { line: 4, outcome: "same", recordId: "2", revision: 1 },
    ]);
    expect(rows[1]?.found).toEqual([{ field: "country", before: "Norway", after: "Chile" }]);
    expect(rows[0]?.found).toContainEqual({ field: "email", after: "nora@example.com" });
    expect(await db.select().from(users).orderBy(asc(users.id))).toEqual(before);
    expect(await db.$count(journal)).toBe(0);

    const end = await importIt(file.id);
    expect(end).toMatchObject({ text: "users.csv: 1 user created, 1 user changed", to: "/users" });
    expect((await userResource.unrestricted.get(ada.id))?.country).toBe("Chile");
    const entries = await db.select().from(journal);
    expect(entries.map(({ action, label, note, byId }) => ({ action, label, note, byId }))).toEqual([
      { action: "created", label: "Nora New", note: "Imported from users.csv", byId: ada.id },
      { action: "changed", label: "Ada Active", note: "Imported from users.csv", byId: ada.id },
    ]);
    expect(entries[1]?.before).toEqual({ country: "Norway" });

    expect(await undoChange(ada, end?.undo ?? "")).toMatchObject({ ok: true });
    expect((await userResource.unrestricted.get(ada.id))?.country).toBe("Norway");
    expect(await db.select({ name: users.name }).from(users).where(eq(users.email, "nora@example.com"))).toEqual([
      { name: "Nora New" },
    ]);
    expect((await db.select().from(users).where(isNull(users.deletedAt))).map(({ name }) => name)).not.toContain(
      "Nora New",
    );
  });

  it("is refused cell by cell with the same rules as forms, and refused rows are left out", async () => {
    const csv =
      "id,name,email,role,status,phone\n,,new@example.com,Data Scientist,Active,\n,No Mail,nomail,Juggler,Gone,12\n7,Tess,tess@example.com,,,\n,Good One,good@example.com,Data Scientist,Pending,\n";
    const { file, rows } = await tryFile("users", csv);
    expect(refusals(rows)).toEqual([
      [2, "name: Enter a name"],
      [
        3,
        "email: Enter a full address, such as name@example.com",
        "role: Choose a job title: UX Designer, Data Scientist, Sales Manager, HR Manager, IT Support",
        "status: Choose a status: Active, Banned, Pending, Rejected. Or choose one for all such rows, where the columns are matched: “Status, where a row has none or an unknown one”",
        "phone: Enter at least 3 digits, such as +44 20 5550 0118",
      ],
      [4, "id: Tess Trashed is in the trash. Restore them first."],
    ]);
    expect(rows.map(({ recordId }) => recordId)).toEqual([null, null, "7", null]);
    expect(file).toMatchObject({ creates: 1, refused: 3 });
    expect((await importIt(file.id))?.text).toBe("users.csv: 1 user created");
    expect(await db.$count(users, eq(users.email, "good@example.com"))).toBe(1);
    expect(await db.$count(users, eq(users.name, "No Mail"))).toBe(0);
  });

  it("may not contain the same record or address twice", async () => {
    const row = (name: string, email: string) => `${name},${email},Data Scientist,Active\n`;
    const { rows } = await tryFile(
      "users",
      "name,email,role,status\n" +
        row("A New", "a@example.com") +
        row("Another", "A@example.com") +
        row("Ada A", "ada@example.com") +
        row("Ada B", "ada@example.com"),
    );
    expect(refusals(rows)).toEqual([
      [3, "email: Line 2 has the same. Keep one of the two, or use another."],
      [5, "email: Line 4 is about the same user. Keep one of the two."],
    ]);
  });

  it("lets no users lock themselves out, as in a bulk action", async () => {
    const { file, rows } = await tryFile("users", "email,status\nada@example.com,Banned\nben@example.com,Banned\n");
    expect(refusals(rows)).toEqual([
      [
        2,
        "status: This is your own account, so you cannot delete it or keep yourself out. To leave, use Account Deactivation in your settings.",
      ],
    ]);
    expect(rows[0]?.recordId).toBe(String(ada.id));
    expect((await importIt(file.id))?.text).toBe("users.csv: 1 user changed");
    expect((await userResource.unrestricted.get(ada.id))?.status).toBe("Active");
  });

  it("explains how to free an address only if another user has it", async () => {
    const { file } = await tryFile("users", "id,email\n1,new@example.com\n6,ben@example.com\n");
    const { rows } = await answerQuestions(file.id, { all: "update" });
    expect(refusals(rows)).toEqual([
      [2, "email: This person signs in with this address, so only they can change it, under Account Settings"],
      [
        3,
        "email: Ben Active already has this e-mail address. Use another one. If another line of this file gives it up, import that line first. Two that swap take a third one in between.",
      ],
    ]);
  });

  it("treats values as unchanged that are only written differently", async () => {
    const { file, rows } = await tryFile("users", "id,role,status,email\n1, data scientist ,ACTIVE,ADA@example.com\n");
    expect(rows.map(({ outcome, found }) => ({ outcome, found }))).toEqual([{ outcome: "same", found: [] }]);
    expect(file).toMatchObject({ changes: 0, same: 1 });
  });

  it("has no rows if all cells are empty", async () => {
    const { file, rows } = await tryFile(
      "users",
      "id,country,phone,name\n6,Chile,+47 555 01 23,Dan Directory\n,,,\n , ,,\n",
    );
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([[2, "change"]]);
    expect(file).toMatchObject({ rows: 1, refused: 0 });
  });

  it("names the column by which the second of two rows found the same record", async () => {
    const { rows } = await tryFile(
      "users",
      "id,name,country\n6,Dan Directory,Chile\n6,Dan Directory,Peru\n6,Dan Directory,Peru\n",
    );
    expect(refusals(rows)).toEqual([
      [3, "id: Line 2 is about the same user. Keep one of the two."],
      [4, "id: Line 2 is about the same user. Keep one of the two."],
    ]);
    expect(rows.map(({ recordId }) => recordId)).toEqual(["6", "6", "6"]);
  });

  it("clears no values if a row has too few cells", async () => {
    const { rows } = await tryFile(
      "users",
      "email,name,phone\nben@example.com,Ben Active\ndan@example.com,Dan Directory,,,\n",
    );
    expect(rows[0]).toMatchObject({ outcome: "same", found: [] });
    expect(rows[1]).toMatchObject({
      outcome: "change",
      found: [{ field: "phone", before: "+47 555 01 23", after: "" }],
    });
  });

  it("is not imported if somebody has changed a record since the dry run, but tried again", async () => {
    const { file } = await tryFile("users", "id,country,email\n6,Chile,dan@example.com\n2,Peru,ben@example.com\n");
    await userResource.change(ben, dan.id, { country: "Japan" });
    const end = await importIt(file.id);
    expect(end).toMatchObject({
      tone: "error",
      to: `/import/${file.id}/rows`,
      text: "Line 2: Dan Directory was changed since. Nothing was imported, and the file was tried again: look at it once more.",
    });
    expect((await userResource.unrestricted.get(ben.id))?.country).toBe("Norway");
    expect((await readImport(file.id)).rows[0]?.found).toEqual([{ field: "country", before: "Japan", after: "Chile" }]);
    expect(await importIt(file.id)).toMatchObject({ text: "users.csv: 2 users changed" });
    expect((await userResource.unrestricted.get(dan.id))?.country).toBe("Chile");
  });

  it("refuses only the row of a record that is changed during the dry run", async () => {
    const { file } = await tryFile("users", "id,country,email\n6,Chile,dan@example.com\n2,Peru,ben@example.com\n");
    const users = importerFor("users");
    const whileRead = async (...asked: Parameters<typeof users.find>) => {
      const known = await users.find(...asked);
      await userResource.change(ben, dan.id, { country: "Japan" });
      return known;
    };
    expect(await dryRunImport(ada, { ...users, find: whileRead }, file, () => undefined)).toEqual({
      creates: 0,
      changes: 1,
      same: 0,
      refused: 1,
    });
    expect(refusals((await readImport(file.id)).rows)).toEqual([
      [2, ": Dan Directory was changed meanwhile. Try the file again."],
    ]);
    expect((await importIt(file.id))?.text).toBe("users.csv: 1 user changed");
  });

  it("is tried with the stored columns if two users choose different ones at once", async () => {
    const { file } = await tryFile("users", "id,country,email\n6,Chile,dan@example.com\n");
    for (const [one, other] of [
      ["company", "country"],
      ["country", "company"],
    ] as const) {
      await Promise.all([tryAgain(file.id, ["id", one, "email"]), tryAgain(file.id, ["id", other, "email"])]);
      const { file: kept, rows } = await readImport(file.id);
      expect(rows[0]?.found.map(({ field }) => field)).toEqual([kept.fields[1]]);
    }
  });

  it("is imported with the columns that were tried last", async () => {
    const { file: earlier } = await tryFile("users", "id,country,email\n6,Chile,dan@example.com\n");
    await tryAgain(earlier.id, ["id", "company", "email"]);
    startImport(ada, earlier);
    await jobsEnded();
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({ company: "Chile", country: dan.country });
  });

  it("is imported only once, and not tried again after that", async () => {
    const { file } = await tryFile("users", "id,country,email\n6,Chile,dan@example.com\n");
    await importIt(file.id);
    expect((await importIt(file.id))?.text).toMatch(/^users.csv was imported already/);
    expect((await readImport(file.id)).file.state).toBe("done");
    expect(await db.$count(journal)).toBe(1);
  });

  it("may not use two columns for one field, or none", async () => {
    const { file } = await tryFile("users", "name,email,other\nAda Active,ada@example.com,x\n");
    const twice = await tryAgain(file.id, ["name", "email", "name"]);
    expect(twice.answer).toMatchObject({
      status: 400,
      data: { form: { errors: { "columns.2.field": "“name” is taken for name already. Leave one of the two out." } } },
    });
    expect((await tryAgain(file.id, ["", "", ""])).answer.data.form.errors[""]).toMatch(/^None of these columns/);
    expect((await tryAgain(file.id, ["name", "constructor", ""])).answer.data.form.errors).toEqual({
      "columns.1.field": "Choose one of the list",
    });
    expect((await tryAgain(file.id, ["name"])).answer.status).toBe(400);
  });
});

describe("an exported file", () => {
  it("changes nothing when it is imported unchanged", async () => {
    const [product] = await addProducts({ title: "=1+1", description: "" }, { title: "'@home" });
    await addOrder({
      billing: '"Quoted", and\nbroken',
      items: [{ id: product?.id ?? null, name: "A; B × 2", image: null, price: 500, quantity: 3 }],
    });
    for (const [kind, csv] of [
      ["users", await usersFile()],
      ["products", await productsFile()],
      ["orders", await ordersFile()],
    ] as const) {
      const { file } = await tryFile(kind, csv);
      expect([kind, file.fields.includes(""), file.same, file.rows]).toEqual([kind, false, file.rows, file.rows]);
    }
  });

  it("changes exactly the cells that were edited", async () => {
    const [product] = await addProducts({}, { title: "Compass" });
    const edited = (await productsFile())
      .replace("94.50,10,18", "99.00,10,18")
      .replace('"blue, green"', '"green, red"');
    const { file, rows } = await tryFile("products", edited);
    expect(file).toMatchObject({ changes: rows.filter(({ outcome }) => outcome === "change").length, refused: 0 });
    const cells = rows.flatMap(({ found }) => found);
    expect(cells).toContainEqual({ field: "price", before: "94.50", after: "99.00" });
    expect(cells).toHaveLength(2);
    await importIt(file.id);
    const all = await db.select().from(products);
    expect(all.filter(({ price }) => price === 99_00)).toHaveLength(1);
    expect(all.find(({ id }) => id === product?.id)).toMatchObject({
      images: product?.images,
      features: product?.features,
    });
  });

  it("shows the total that Portico computes beside that of the file", async () => {
    await addOrder();
    const { rows } = await tryFile(
      "orders",
      (await ordersFile()).replace("39.80,5.00,1.50,5.00,41.30", "39.80,5.00,1.50,5.00,999"),
    );
    expect(rows[0]).toMatchObject({
      outcome: "same",
      found: [{ field: "total", after: "41.30", note: "The file says $999.00: $957.70 more", differs: true }],
    });
  });
});

describe("a file of orders", () => {
  it("creates orders as the API does, and sends one notification for all of them", async () => {
    const [pack] = await addProducts({ code: "SO-1180", price: 100_00, discount: 10_00 });
    const csv =
      "customer,email,items,tax,placed\nDora Doe,dora@example.com,2 × SO-1180; 1 x Gift wrapping @ 4.50,1.00,2026-03-02\nEve Ender,,1 × trail backpack 28l,,\n";
    const { file, rows } = await tryFile("orders", csv);
    expect(refusals(rows)).toEqual([]);
    expect(rows[0]?.found).toContainEqual({ field: "items", after: "2 × Trail Backpack 28L; 1 × Gift wrapping" });
    expect(await db.$count(orders)).toBe(0);
    expect(await db.$count(notifications)).toBe(0);
    const end = await importIt(file.id);
    const [first, second] = await db.select().from(orders).orderBy(asc(orders.id));
    expect(first).toMatchObject({
      customerName: "Dora Doe",
      status: "New",
      totalAmount: 185_50,
      createdAt: new Date("2026-03-02"),
    });
    expect(first?.items[0]).toEqual({
      id: pack?.id,
      name: "Trail Backpack 28L",
      image: pack?.featureImage,
      price: 90_00,
      quantity: 2,
    });
    expect(second).toMatchObject({ customerName: "Eve Ender", customerEmail: "", totalAmount: 90_00 });
    expect(
      await db
        .select({ userId: notifications.userId, text: notifications.text, href: notifications.href })
        .from(notifications),
    ).toEqual([
      { userId: ada.id, text: "brought in 2 orders", href: `/activity?change=${end?.undo}` },
      { userId: ben.id, text: "brought in 2 orders", href: `/activity?change=${end?.undo}` },
    ]);
  });

  it("withdraws its notification only when it is undone as a whole, also by somebody else", async () => {
    const { file } = await tryFile("orders", "customer,items\nDora,1 × Pen @ 3\nEve,1 × Pen @ 3\nFay,1 × Pen @ 3\n");
    const undo = (await importIt(file.id))?.undo ?? "";
    const [entry] = await db.select().from(journal).where(eq(journal.batch, undo));
    await undoChange(ada, undo, entry?.id);
    expect(await db.$count(notifications)).toBe(2);
    const [, touched] = await db.select().from(orders).orderBy(asc(orders.id));
    await orderResource.trash(ben, [touched?.id ?? 0]);
    expect(await undoChange(ada, undo)).toMatchObject({ ok: false, undoableCount: 1 });
    expect(await db.$count(notifications)).toBe(2);
    await orderResource.restore(ben, [touched?.id ?? 0]);
    expect(await undoChange(ben, undo)).toMatchObject({ ok: true });
    expect(await db.$count(notifications)).toBe(0);
  });

  it("refuses invalid items, products, times and customers", async () => {
    const csv =
      "customer,customerId,items,placed,discount\nA,,two pens,,\nB,,1 × Unknown,,\nC,,1 × Pen @ 3,yesterday,\n,,1 × Pen @ 3,,\n,77,1 × Pen @ 3,,\nD,,1 × Pen @ 3,,5\n";
    const { rows } = await tryFile("orders", csv);
    expect(refusals(rows)).toEqual([
      [2, "items: “two pens” is no item. Write items as in: 2 × Trail Backpack 28L; 1 × Gift wrapping @ 4.50"],
      [
        3,
        "items: There is no product “Unknown”. Write its code, or a price after it, as in: 2 × Trail Backpack 28L; 1 × Gift wrapping @ 4.50",
      ],
      [4, "placed: Enter when it was placed, such as 2026-11-21T10:15:00Z"],
      [5, "customer: Enter the customer's name, or the id of a user"],
      [6, "customer: There is no user 77. Name a customer who is in the directory, or leave the id out."],
      [7, "discount: The discount is more than all the rest. Make it smaller."],
    ]);
  });

  it("finds a customer by an e-mail address in the name column, and refuses unknown addresses", async () => {
    const row = (customer: string, id = "") => `${customer},${id},1 × Pen @ 3\n`;
    const csv = `customer,customerId,items\n${[row(" DAN@example.com "), row("dan@example.com", "6"), row("dan@example.com", "1"), row("nobody@example.com"), row("tess@example.com"), row("Dan @ Oslo")].join("")}`;
    const { file, rows } = await tryFile("orders", csv);
    const unknown = (address: string) =>
      `customer: Nobody in the directory has the address ${address}. Write the customer's name here, and the address in a column of its own.`;
    expect(refusals(rows)).toEqual([
      [
        4,
        "customer: dan@example.com is the address of user 6, and the customer's id is another. Leave one of the two out.",
      ],
      [5, unknown("nobody@example.com")],
      [6, unknown("tess@example.com")],
    ]);
    await importIt(file.id);
    const placed = await db.select().from(orders).orderBy(asc(orders.id));
    expect(
      placed.map(({ customerId, customerName, customerEmail }) => [customerId, customerName, customerEmail]),
    ).toEqual([
      [dan.id, "Dan Directory", "dan@example.com"],
      [dan.id, "Dan Directory", "dan@example.com"],
      [null, "Dan @ Oslo", ""],
    ]);
  });

  it("assigns no order to a customer whom its own row contradicts", async () => {
    const { id } = await addOrder({ customerId: dan.id });
    const theirs = await tryFile("orders", `id,customer,customerId\n${id},ben@example.com,${dan.id}\n`);
    expect(refusals((await answerQuestions(theirs.file.id, { all: "update" })).rows)).toEqual([
      [
        2,
        "customer: ben@example.com is the address of user 2, and the customer's id is another. Leave one of the two out.",
      ],
    ]);
    for (const csv of [`id,customer\n${id},ben@example.com\n`, `id,customer,customerId\n${id},ben@example.com,2\n`]) {
      const { file } = await tryFile("orders", csv);
      const { rows } = await answerQuestions(file.id, { all: "update" });
      expect(rows[0]).toMatchObject({
        outcome: "change",
        found: expect.arrayContaining([{ field: "customerId", before: "6", after: "2" }]),
      });
    }
  });

  it("reads addresses as mail programs write them, and takes no malformed one for a name", async () => {
    const cells = [
      "mailto:dan@example.com",
      "Ida <DAN@example.com>",
      "<mailto:dan@example.com>",
      "ida@localhost",
      "Ida <ida@localhost>",
      "Ida <nobody@example.com>",
      "Ida <3",
      "Dan @ Oslo",
    ];
    const { file, rows } = await tryFile(
      "orders",
      `customer,items\n${cells.map((cell) => `${cell},1 × Pen @ 3\n`).join("")}`,
    );
    const broken =
      "customer: “ida@localhost” is no full address, such as name@example.com. Write one, or the customer's name.";
    expect(refusals(rows)).toEqual([
      [5, broken],
      [6, broken],
      [
        7,
        "customer: Nobody in the directory has the address nobody@example.com. Write the customer's name here, and the address in a column of its own.",
      ],
    ]);
    await importIt(file.id);
    const placed = await db.select().from(orders).orderBy(asc(orders.id));
    expect(placed.map(({ customerId, customerName }) => [customerId, customerName])).toEqual([
      ...Array(3).fill([dan.id, "Dan Directory"]),
      [null, "Ida <3"],
      [null, "Dan @ Oslo"],
    ]);
  });

  it("reads dates and times without a zone in the server's time zone, and can be imported unchanged", async () => {
    await inTimeZone("America/New_York", async () => {
      const days = [
        "11/22/2025",
        "2025-11-22",
        "11/22/2025 14:05",
        "2025-07-01 09:30:15",
        "2025-11-22T10:15:00Z",
        "2025-11-22 10:15+01:00",
      ];
      const { file, rows } = await tryFile(
        "orders",
        `customer,items,placed\n${days.map((day) => `Ida,1 × Pen @ 3,${day}\n`).join("")}`,
      );
      expect(refusals(rows)).toEqual([]);
      await importIt(file.id);
      const placed = (await db.select().from(orders).orderBy(asc(orders.id))).map(({ createdAt }) =>
        createdAt.toISOString(),
      );
      expect(placed).toEqual([
        "2025-11-22T05:00:00.000Z",
        "2025-11-22T05:00:00.000Z",
        "2025-11-22T19:05:00.000Z",
        "2025-07-01T13:30:15.000Z",
        "2025-11-22T10:15:00.000Z",
        "2025-11-22T09:15:00.000Z",
      ]);
      expect((await shownRows(file, new URLSearchParams())).rows[0]?.cells).toContainEqual(
        expect.objectContaining({ label: "Placed", after: "22 Nov 2025" }),
      );
      expect((await tryFile("orders", await ordersFile())).file).toMatchObject({
        same: days.length,
        changes: 0,
        refused: 0,
      });
      const wrong = await tryFile(
        "orders",
        "customer,items,placed\nIda,1 × Pen @ 3,2025-02-30\nIda,1 × Pen @ 3,2025-02-30 10:15\nIda,1 × Pen @ 3,2025-02-20 25:15\n",
      );
      expect(wrong.file).toMatchObject({ creates: 0, refused: 3 });
    });
  });

  it("accepts the statuses that orders go through, in any case", async () => {
    const { rows } = await tryFile(
      "orders",
      "customer,items,status\nIda,1 × Lamp @ 4.50,shipping\nJo,1 × Lamp @ 4.50,Shipped\n",
    );
    expect(rows[0]?.found).toContainEqual({ field: "status", after: "Shipping" });
    const unknown = "status: Choose a status: New, Pending, Shipping, Delivered, Return, Cancelled";
    expect(refusals(rows)).toEqual([[3, unknown]]);
    const { id } = await addOrder();
    const changed = await tryFile("orders", `id,status\n${id},Delivred\n`);
    expect(refusals((await answerQuestions(changed.file.id, { all: "update" })).rows)).toEqual([[2, unknown]]);
  });

  it("keeps the prices of existing items when their cell is edited", async () => {
    const { id } = await addOrder();
    const { file } = await tryFile("orders", `id,items,status\n#${id},3 × Pen,Delivered\n`);
    const { rows } = await answerQuestions(file.id, { all: "update" });
    const changed = ["status", "delivered", "items", "subtotal", "total"];
    expect(rows[0]?.found.map(({ field }) => field)).toEqual(["id", ...changed]);
    await importIt(file.id);
    expect(await orderResource.unrestricted.get(id)).toMatchObject({
      items: [{ id: 1, name: "Pen", price: 19_90, quantity: 3 }],
      subTotalAmount: 59_70,
      status: "Delivered",
    });
  });
});

describe("items with unusual names", () => {
  const item = (name: string) => ({ id: null, name, image: null, price: 500, quantity: 1 });

  it("stay unchanged when the quantity of another item is edited", async () => {
    const items = [item("A; B × 2"), item("Pen @ 5"), item('"Cap"'), item("Mug")];
    const { id } = await addOrder({ items });
    const edited = (await ordersFile()).replace("1 × Mug", "4 × Mug");
    const { file } = await tryFile("orders", edited);
    expect(file).toMatchObject({ changes: 1, refused: 0 });
    await importIt(file.id);
    expect((await orderResource.unrestricted.get(id))?.items).toEqual([
      ...items.slice(0, 3),
      { ...item("Mug"), quantity: 4 },
    ]);
  });
});

describe("a file of products", () => {
  it("explains how to use a code that another row of the file gives up", async () => {
    const [one, two] = await addProducts({ title: "One", code: "A-1" }, { title: "Two", code: "B-2" });
    const { file } = await tryFile("products", `id,code\n${one?.id},b-2\n${two?.id},A-1\n`);
    const { rows } = await answerQuestions(file.id, { all: "update" });
    const how =
      "Use another one. If another line of this file gives it up, import that line first. Two that swap take a third one in between.";
    expect(refusals(rows)).toEqual([
      [2, `code: Already used by “Two”. ${how}`],
      [3, `code: Already used by “One”. ${how}`],
    ]);
  });

  it("finds products by code in any case, and reads lists and amounts as forms do", async () => {
    const [pack] = await addProducts({ code: "so-1" });
    const kept = await tryFile("products", "SKU\tPrice\nso-1\t$94.50\n");
    expect(kept.file).toMatchObject({ changes: 0, same: 1 });
    const { file, rows } = await tryFile(
      "products",
      'SKU\tPrice\tColors\tStock\nSO-1\t"$1,240.50"\t"red; blue"\tmany\n',
    );
    expect(refusals(rows)).toEqual([[2, "stock: Enter stock as a whole number"]]);
    const again = await tryAgain(file.id, ["code", "price", "colors", ""]);
    expect(again.rows[0]?.outcome).toBe("change");
    await importIt(file.id);
    const [now] = await db.select().from(products);
    expect(now).toMatchObject({ id: pack?.id, price: 1240_50, stock: 18, images: pack?.images });
    expect([...(now?.colors ?? [])].sort()).toEqual(["blue", "red"]);
  });
});

it("an import belongs to the user who uploaded its file", async () => {
  await tryFile("users", "id,country,email\n6,Chile,dan@example.com\n", { by: ben });
  expect((await db.select().from(imports)).map(({ personId }) => personId)).toEqual([ben.id]);
});
