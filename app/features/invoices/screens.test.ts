import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { addDays } from "db/dates";
import { invoices, orders, users } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import type { ListView } from "~/core/list/list";
import { formatMoney } from "~/core/values/money";
import { statusPath } from "~/core/values/status";
import { today } from "~/core/values/today.server";
import { action as bulk } from "~/features/records/bulk";
import { action as setStatus } from "~/features/records/status";
import { action as trash } from "~/features/records/trash";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { addInvoice, countInvoicesFrom, duplicateInvoice, line } from "~/testing/invoices";
import { post, run, signedIn as as, toast, toastOf } from "~/testing/requests";
import { placesIn, sortsOf } from "~/testing/sorts";
import { loader as person } from "~/features/users/edit";
import { loader as profile } from "~/features/users/profile/profile";
import { userResource } from "~/features/users/users.server";
import { loader as show } from "./details";
import { loader as create } from "./create";
import { loader as exported } from "~/features/records/export";
import { invoiceResource, latestInvoices } from "./invoices.server";
import { loader as list } from "./list";
import { untilDue } from "./invoice-state-text";

testDatabase();

const { ada, ben, dan } = cast;
const all = () => db.select().from(invoices);
const find = async (id: string) => (await invoiceResource.unrestricted.find(id)) ?? expect.fail(`${id} is not there`);
const gone = (id: number) =>
  write(async (tx) => void (await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id))));

async function ids(search: string) {
  const { data } = await run<{ invoices: { id: string }[] }>(list, await as(`/invoices${search}`, ada));
  return data.invoices.map(({ id }) => id);
}

describe("the list of invoices", () => {
  /** Adds a pending, a due and an overdue invoice, and two complete ones, one of them paid late. */
  async function some() {
    const day = today();
    const issueDate = addDays(day, -20);
    await addInvoice({ issueDate, dueDate: addDays(day, 1), tax: 3_00 });
    await addInvoice({ issueDate: addDays(day, -10), dueDate: day, customerId: ben.id, tax: 2_00 });
    await addInvoice({ issueDate, dueDate: addDays(day, -1), customerId: ada.id, tax: 1_00 });
    await addInvoice({ issueDate, dueDate: addDays(day, 2), status: "complete" });
    await addInvoice({ issueDate, dueDate: addDays(day, -2), status: "complete" });
  }

  it("counts overdue invoices among the pending ones, and shows each as it was counted", async () => {
    await some();
    const { data } = await run<{
      invoices: { id: string; state: string }[];
      view: { tabs: { items: { value: string; count: number }[] } };
    }>(list, await as("/invoices", ada));
    expect(data.view.tabs.items.map(({ value, count }) => [value, count])).toEqual([
      ["", 5],
      ["pending", 3],
      ["overdue", 1],
      ["complete", 2],
    ]);
    expect(data.invoices.map(({ state }) => state)).toEqual(["complete", "complete", "overdue", "pending", "pending"]);
    expect(await ids("?status=pending")).toEqual(["INV-0003", "INV-0002", "INV-0001"]);
    expect(await ids("?status=Overdue")).toEqual(["INV-0003"]);
    expect(await ids("?status=nonsense")).toHaveLength(5);
  });

  it("says that overdue ones are among the pending if the tab or the search asks for them", async () => {
    await some();
    const notes = async (search: string) =>
      (await run<{ view: { notes: string[] } }>(list, await as(`/invoices?${search}`, ada))).data.view.notes;
    for (const search of ["status=pending", "q=status:pending", "q=Status:Pending+INV"])
      expect([search, await notes(search)]).toEqual([
        search,
        [expect.stringContaining("Overdue invoices are pending too")],
      ]);
    for (const search of ["", "status=overdue", "q=status:overdue", "status=pending&to=2001-01-01", "q=pending"])
      expect([search, await notes(search)]).toEqual([search, []]);
  });

  it("uses days in the company's time zone", async () => {
    const at = async (timeZone: string) => inTimeZone(timeZone, async () => today());
    const [east, west] = [await at("Pacific/Kiritimati"), await at("Pacific/Midway")];
    expect(west < east).toBe(true); // 25 hours lie between them, so that it is another day at any time
    await addInvoice({ issueDate: west, dueDate: west });
    const overdue = (timeZone: string) => inTimeZone(timeZone, () => ids("?status=overdue"));
    expect([await overdue("Pacific/Kiritimati"), await overdue("Pacific/Midway")]).toEqual([["INV-0001"], []]);
  });

  it("has the newest first, even when their numbers get longer", async () => {
    await write(async (tx) => void (await countInvoicesFrom(tx, 9_998)));
    for (let made = 0; made < 2; made++) await addInvoice();
    expect(await ids("")).toEqual(["INV-10000", "INV-9999"]);
    expect(await ids("?sort=id")).toEqual(["INV-9999", "INV-10000"]);
  });

  it("can be limited to above, below or on a value", async () => {
    await some();
    const day = today();
    for (const [sign, expected] of [
      [`due<${day}`, ["INV-0005", "INV-0003"]],
      [`issued>=${addDays(day, -10)}`, ["INV-0002"]],
      ["completed>=today", ["INV-0005", "INV-0004"]],
      ["total>32", ["INV-0001"]],
    ] as const)
      expect([sign, await ids(`?q=${encodeURIComponent(sign)}`)]).toEqual([sign, expected]);
  });

  it("can be searched and filtered", async () => {
    await some();
    expect(await ids("?q=0002")).toEqual(["INV-0002"]);
    expect(await ids("?q=ben+active")).toEqual(["INV-0002"]);
    expect(await ids(`?q=${ada.email}`)).toEqual(["INV-0003"]);
    const large = await addInvoice({ customerId: ben.id, tax: 121_050 });
    for (const amount of ["1240.50", "$1,240.50", "1.240,50", "ben 1240.50"])
      expect([amount, await ids(`?q=${encodeURIComponent(amount)}`)]).toEqual([amount, [large.id]]);
    for (const none of ["1240.51", "1240", "dan 1240.50"])
      expect([none, await ids(`?q=${encodeURIComponent(none)}`)]).toEqual([none, []]);
    await invoiceResource.trash(ada, [large.id]);
    expect(await ids(`?customer=${ben.id}`)).toEqual(["INV-0002"]);
    const painted = await addInvoice({ lines: [line(), line({ title: "Painting a fence" })] });
    expect(await ids("?q=fence")).toEqual([painted.id]);
    expect(await ids("?customer=nobody")).toEqual([]);
    const day = addDays(today(), -10);
    expect(await ids(`?from=${day}&to=${day}`)).toEqual(["INV-0002"]);
    const due = (await all()).find(({ id }) => id === "INV-0003")?.dueDate ?? "";
    expect(await ids(`?dueFrom=${due}&dueTo=${due}`)).toEqual(await ids(`?due=${due}..${due}`));
    expect(await ids(`?dueFrom=${due}&dueTo=${due}`)).toContain("INV-0003");
    expect(await ids(`?dueFrom=${addDays(due, 1)}`)).not.toContain("INV-0003");
  });

  const columns = {
    id: "ABCD",
    customer: "ACDB",
    issueDate: "BACD",
    dueDate: "BDAC",
    total: "CBAD",
    completedAt: "ADBC",
    status: "CABD",
  };
  const place = placesIn(columns);

  it("can be sorted by each column", () =>
    expect(Object.keys(columns).sort()).toEqual(Object.keys(invoiceResource.listing.sorts).sort()));

  it.each(sortsOf(columns))("sorted by %s is %s", async (sort, order) => {
    const names = ["ada", "Ben", "cleo", "Dan"]; // as people sort them, capitals or not
    const letters = new Map<string, string>();
    for (const name of "ABCD") {
      const { id } = await addInvoice({
        customerId: null,
        customerName: names[place(name, "customer")],
        issueDate: addDays("2026-01-01", place(name, "issueDate")),
        dueDate: addDays("2026-02-01", place(name, "dueDate")),
        tax: 69_00 + place(name, "total") * 1_00, // as texts, 100.00 comes before 99.00
        status: place(name, "status") === 0 ? "complete" : "pending",
      });
      const completedAt = new Date(Date.UTC(2026, 2, 1) + place(name, "completedAt"));
      await write(async (tx) => void (await tx.update(invoices).set({ completedAt }).where(eq(invoices.id, id))));
      letters.set(id, name);
    }
    expect((await ids(`?sort=${sort}`)).map((id) => letters.get(id)).join("")).toBe(order);
  });

  it("names the customer it is filtered by, even one who is gone", async () => {
    await addInvoice();
    const chip = async () =>
      (await run<{ view: ListView }>(list, await as(`/invoices?customer=${dan.id}`, ada))).data.view.filters.find(
        ({ name }) => name === "customer",
      )?.options[0]?.title;
    expect(await chip()).toBe(dan.name);
    await write(async (tx) => void (await tx.delete(users).where(eq(users.id, dan.id))));
    expect(await chip()).toBe(dan.name);
  });

  it("contains no more data about an invoice than it shows", async () => {
    await addInvoice();
    const { data } = await run<{ invoices: object[] }>(list, await as("/invoices", ada));
    expect(Object.keys(data.invoices[0] ?? {}).sort()).toEqual([
      "balance",
      "billingEmail",
      "completedAt",
      "confirmed",
      "credited",
      "customerId",
      "customerImage",
      "customerName",
      "daysLeft",
      "dueDate",
      "id",
      "isCredited",
      "issueDate",
      "paid",
      "state",
      "status",
      "totalAmount",
    ]);
  });

  it("says how many days remain until the due date, or have passed since", async () => {
    const issueDate = addDays(today(), -5);
    for (const days of [3, 0, -2]) await addInvoice({ issueDate, dueDate: addDays(today(), days) });
    const { data } = await run<{ invoices: { daysLeft: number }[] }>(list, await as("/invoices", ada));
    expect(data.invoices.map(({ daysLeft }) => daysLeft)).toEqual([-2, 0, 3]);
    expect([3, 1, 0, -2].map(untilDue)).toEqual(["Due in 3 days", "Due in 1 day", "Due today", "Overdue by 2 days"]);
  });

  it("marks selected invoices as complete, with one undo", async () => {
    await some();
    const answer = await run(
      bulk,
      await as(post("/invoices/bulk?status=pending&set=complete", { matched: "3", changes: "3" }), ada),
    );
    expect(toast(answer)).toContain("3 invoices marked as complete");
    expect((await all()).every(({ status, completedAt }) => status === "complete" && completedAt)).toBe(true);
    await undoChange(ada, toastOf(answer).undo ?? "");
    expect((await all()).filter(({ status, completedAt }) => status === "pending" && !completedAt)).toHaveLength(3);
  });

  it("is exported as it is shown", async () => {
    await some();
    const { data } = await run<string>(exported, await as("/invoices.csv?status=overdue", ada));
    const row = `INV-0003,${ada.name},${ada.email},${addDays(today(), -20)},${addDays(today(), -1)},overdue,,,1,0.00,1.00,31.00,,,${ada.phone},${ada.country},,0.00,,,,,,,,0.00,31.00`;
    expect(data.split("\r\n")).toEqual([
      "Number,Customer,E-mail,Issued,Due,Status,Completed,Payment method,Lines,Shipping,Tax,Total,Company,Sent,Phone,Billing address,External number,Paid,Customer's tax number,Tax rate of the shipping,Purchase order,Note to the customer,Internal note,Service from,Service to,Credited,Balance",
      row,
      "",
    ]);
  });
});

it("the file of invoice lines has a row for each line of the listed invoices", async () => {
  const { id } = await addInvoice({
    lines: [
      line({ title: "Oak desk", quantity: 2, price: 100_00, discount: 12_50 }),
      line({ title: "=1+1", price: -5_00 }),
    ],
  });
  const { data, headers } = await run<string>(exported, await as(`/invoices.csv?q=${id}&rows=lines`, ada));
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="invoices-lines.csv"');
  const ofInvoice = `${dan.email},2026-01-24,overdue,,,0.00,0.00,170.00,,${dan.phone},${dan.country},,,,,,,,,`;
  expect(data.split("\r\n")).toEqual([
    "Invoice,Customer,Issued,Line,Product,Title,Quantity,Price,Discount in percent,Total,E-mail,Due,Status,Completed,Payment method,Shipping,Tax,Invoice total,Company,Phone,Billing address,External number,Unit,Tax rate,Tax in percent,Tax category,Customer's tax number,Tax rate of the shipping,Service from,Service to",
    `${id},Dan Directory,2026-01-10,1,,Oak desk,2,100.00,12.5,175.00,${ofInvoice}`,
    `${id},Dan Directory,2026-01-10,2,,'=1+1,1,-5.00,0,-5.00,${ofInvoice}`,
    "",
  ]);
});

describe("the page of an invoice", () => {
  const read = async (id: string) =>
    (await run<Record<string, unknown>>(show, await as(`/invoices/${id}/details`, ada), { id })).data;

  it("names the sender as it was called when the invoice was issued", async () => {
    const company = { name: "Fjord AS", address: "1 Harbour Street\n0150 Oslo", payment: "IBAN 1\nBIC 2" };
    await changeCompany(company);
    const { id } = await addInvoice();
    await changeCompany({ name: "Harbour Ltd" });
    expect((await read(id)).from).toMatchObject(company);
  });

  it("shows the status, the days left to pay, and its order", async () => {
    const { id } = await addInvoice({ issueDate: addDays(today(), -30), dueDate: addDays(today(), -3) });
    expect(await read(id)).toMatchObject({
      state: "overdue",
      daysLeft: -3,
      order: undefined,
      history: [{ action: "created" }],
    });
    await write(
      async (tx) =>
        void (await tx
          .insert(orders)
          .values({ id: 7, invoiceId: id, customerName: "Dan", status: "new", subTotalAmount: 0, totalAmount: 0 })),
    );
    expect(await read(id)).toMatchObject({ order: { id: 7, isDeleted: false } });
  });

  it("is a 404 for a missing invoice, and available for one in the trash", async () => {
    for (const id of ["INV-0001", "INV-1", "x", "__proto__"])
      expect(await run(show, await as(`/invoices/${id}/details`, ada), { id })).toMatchObject({
        status: 404,
        data: { message: "Invoice not found" },
      });
    const { id } = await addInvoice();
    await run(trash, await as(post(`/invoices/${id}/trash`), ada), { id });
    expect(await read(id)).toMatchObject({ invoice: { id, deletedAt: expect.any(Date) } });
  });

  it("marks it as complete only for the total that was shown; a different one is named and confirmed", async () => {
    const { id, totalAmount } = await addInvoice();
    await invoiceResource.change(ben, id, { shippingCharge: 99_00 });
    const now = (await find(id)).totalAmount;
    const press = async (total: number) =>
      toastOf(
        await run(
          setStatus,
          await as(post(statusPath(`/invoices/${id}`, "pending", total), { status: "complete" }), ada),
          { id },
        ),
      );
    expect(await press(totalAmount)).toMatchObject({
      tone: "error",
      text: expect.stringContaining(
        `${formatMoney(now)} is due on ${id} now, no longer ${formatMoney(totalAmount)}`,
      ) as string,
    });
    expect(await find(id)).toMatchObject({ status: "pending" });
    expect((await press(now)).text).toContain(`${id} marked as complete`);
  });

  it("is the target after a change of its status", async () => {
    const { id } = await addInvoice();
    const answer = await run(setStatus, await as(post(`/invoices/${id}/status`, { status: "complete" }), ada), { id });
    expect(answer.location).toBe(`/invoices/${id}/details`);
    expect(toast(answer)).toMatch(/INV-0001 marked as complete.*undo/);
    expect(
      await run(setStatus, await as(post(`/invoices/${id}/status`, { status: "overdue" }), ada), { id }),
    ).toMatchObject({ status: 400 });
  });
});

describe("a user's page", () => {
  it("has their latest five invoices, a link to all, and the amount owed", async () => {
    for (let made = 0; made < 6; made++) await addInvoice({ dueDate: addDays(today(), -1) });
    await addInvoice({ customerId: ben.id });
    const { data } = await run<{ invoices: { latest: { id: string; state: string }[]; all: object } }>(
      person,
      await as(`/users/${dan.id}`, ada),
      { id: String(dan.id) },
    );
    expect(data.invoices.latest.map(({ id, state }) => [id, state])).toEqual(
      ["6", "5", "4", "3", "2"].map((number) => [`INV-000${number}`, "overdue"]),
    );
    const all = { text: "6 invoices, $180.00 owed", href: `/invoices?customer=${dan.id}` };
    expect(data.invoices.all).toEqual(all);
    await invoiceResource.setStatus(ada, ["INV-0001", "INV-0002"], "complete");
    await invoiceResource.trash(ada, ["INV-0003"]);
    expect(await latestInvoices(dan.id, ada)).toMatchObject({ all: { ...all, text: "5 invoices, $90.00 owed" } });
    const { data: mine } = await run<{ invoices: { latest: object[] } }>(profile, await as("/users/profile", ben));
    expect(mine.invoices.latest).toMatchObject([{ id: "INV-0007", totalAmount: 30_00 }]);
  });
});

describe("a duplicate of an invoice", () => {
  it("has the same content, is pending, and is issued today with the same number of days to pay", async () => {
    const { id } = await addInvoice({
      status: "complete",
      paymentMethod: "Visa Card",
      cardHolder: "D. Whitcombe",
      cardNo: "**** **** **** 4242",
      lines: [line({ id: 5, discount: 10_00 }), line({ price: -5_00 })],
      tax: 7_00,
      billingAddress: "1 Main Street",
    });
    const answer = await duplicateInvoice(id);
    expect(answer).toMatchObject({ status: 303, location: "/invoices/INV-0002/details" });
    const [{ completedAt: _, paid: __, createdAt, ...first }, second] = [await find(id), await find("INV-0002")];
    expect(second).toMatchObject({
      ...first,
      id: "INV-0002",
      number: 2,
      status: "pending",
      completedAt: null,
      paid: 0,
      issueDate: today(),
      dueDate: addDays(today(), 14),
    });
    expect(second.createdAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
    await undoChange(ada, toastOf(answer).undo ?? "");
    expect((await find("INV-0002")).deletedAt).not.toBeNull();
  });

  it("is created once, however often the button is pressed", async () => {
    const { id } = await addInvoice();
    const once = { key: crypto.randomUUID() };
    const answers = await Promise.all([duplicateInvoice(id, once), duplicateInvoice(id, once)]);
    const second = "/invoices/INV-0002/details";
    expect(answers.map(({ location }) => location)).toEqual([second, second]);
    expect((await duplicateInvoice(id)).location).toBe("/invoices/INV-0003/details");
  });

  it("does not exist until the form is submitted", async () => {
    const { id } = await addInvoice();
    await run(create, await as(`/invoices/create?copy=${id}`, ada));
    expect((await all()).map((invoice) => invoice.id)).toEqual([id]);
  });

  it("has the customer's current data", async () => {
    const { id } = await addInvoice();
    await userResource.change(ada, dan.id, { name: "Dan Newname" });
    await duplicateInvoice(id);
    expect(await find("INV-0002")).toMatchObject({ customerId: dan.id, customerName: "Dan Newname" });
  });

  it("keeps a customer who is gone as they were, and says so", async () => {
    const { id } = await addInvoice();
    await gone(dan.id);
    const { data } = await run<{ notes: object }>(create, await as(`/invoices/create?copy=${id}`, ada));
    expect(data.notes).toEqual({ [`${dan.name} · #${dan.id}`]: "In the trash" });
    await duplicateInvoice(id);
    expect(await find("INV-0002")).toMatchObject({
      customerId: dan.id,
      customerName: dan.name,
      customerImage: null,
      billingEmail: dan.email,
    });
  });

  it("a duplicate of an invoice for another customer has their contact, and no card of the first", async () => {
    const { id } = await addInvoice({
      paymentMethod: "Visa Card",
      cardHolder: "D. Dan",
      cardNo: "**** **** **** 4242",
      billingAddress: "1 Main Street",
    });
    await duplicateInvoice(id, { customer: `${ben.name} · #${ben.id}`, billingPhone: "+44 20 5550 0118" });
    expect(await find("INV-0002")).toMatchObject({
      customerId: ben.id,
      customerName: ben.name,
      billingEmail: ben.email,
      billingPhone: "+44 20 5550 0118",
      billingAddress: ben.country,
      cardHolder: "",
      cardNo: "",
    });
  });

  it("keeps a customer who never was in the directory, with their picture", async () => {
    const nobody = {
      customerId: null,
      customerName: "Nora Away",
      customerCompany: "Fjord AS",
      customerImage: "/n.png",
    };
    const { id } = await addInvoice(nobody);
    await duplicateInvoice(id);
    expect(await find("INV-0002")).toMatchObject(nobody);
  });

  it("can be made of an invoice in the trash", async () => {
    const { id } = await addInvoice({ tax: 7_00 });
    await invoiceResource.trash(ada, [id]);
    await duplicateInvoice(id);
    expect(await find("INV-0002")).toMatchObject({ tax: 7_00, deletedAt: null });
  });

  it("starts empty if the URL names no invoice", async () => {
    const { data } = await run<{ fields: object }>(create, await as("/invoices/create?copy=INV-9999", ada));
    expect(data.fields).toMatchObject({ issueDate: today(), tax: "0.00" });
    expect(data.fields).not.toHaveProperty("customer");
  });
});
