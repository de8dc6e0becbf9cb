import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { debtTotals, payments, users } from "db/schema";
import { loader as invoiceList } from "~/features/invoices/list";
import { loader as paymentList } from "~/features/payments/list";
import { paymentResource } from "~/features/payments/payments.server";
import type { ListView } from "~/core/list/list";
import { booksClosed, putBooks, putInvoice } from "~/testing/books";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import type { Counted } from "~/ui/chart/counted";
import { loader as file } from "../export";
import { loader as finance } from "./finance";
import { ageingBars } from "./finance-charts.server";
import { shortDay } from "../period";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: booksClosed }));
afterEach(() => void vi.useRealTimers());

const { ada, ben, dan } = cast;
type Data = Awaited<ReturnType<typeof finance>>;

const march = "from=2026-03-02&to=2026-03-31";
const show = async (search: string) => (await run<Data>(finance, await signedIn(`/finance?${search}`, ada))).data;
const figure = (data: Data, title: string) =>
  data.figures.find((figure) => figure.title === title) ?? expect.fail(`no figure ${title}`);
/** Returns a figure with its change, such as "$1.00 up 5% good". */
const said = (data: Data, title: string) => {
  const { text, change, versus } = figure(data, title);
  const verdict = change.good === undefined ? "" : change.good ? " good" : " bad";
  return `${text}, ${change.direction} ${change.text}${verdict} vs ${versus}`;
};

/** Returns the links in a chart with the counts that they claim. */
function countedIn(html: string): (Counted & { text: string })[] {
  const links = html.matchAll(/<a href="([^"]+)" data-value="([^"]+)" data-is="([^"]+)"[^>]*>(?:<bdi>)?([^<]*)/g);
  return [...links].map(([, href = "", value, is = "", text = ""]) => ({
    href: href.replaceAll("&amp;", "&"),
    value: Number(value),
    is,
    text,
  }));
}

const dollarsIn = (html: string) => countedIn(html).map(({ text, value }) => [text, value / 100]);

describe("the figures of the finance dashboard", () => {
  it("cover the period, compared with the days before, or the day before it", async () => {
    await putBooks();
    const data = await show(march);
    expect(said(data, "Invoiced")).toBe("$26,050.00, up 864.8% good vs the 30 days before"); // 400 + 50 + 25,600; before 100 + 200 + 800 + 1,600
    expect(said(data, "Collected")).toBe("$600.00, up 500% good vs the 30 days before"); // 200 + 400; before 100
    expect(said(data, "Outstanding")).toBe("$37,650.00, up 208.6% vs 1 Mar"); // not the 12,800 of April; then 200 + 800 + 1,600 + 3,200 + 6,400
    expect(said(data, "Overdue")).toBe("$12,000.00, up 15.4% bad vs 1 Mar"); // 800 + 1,600 + 3,200 + 6,400; then without the 1,600
    expect(said(data, "Days to pay")).toBe("18 days, up 80% bad vs the 30 days before"); // 10 and 26; before 10
    expect(figure(data, "Days to pay").of).toMatchObject({
      part: { value: 36, text: "36" },
      over: true,
      whole: { value: 2, text: "2 invoices" },
    });
  });

  it("the figures of the finance dashboard of a past period are those of its last day, whatever was issued or paid since", async () => {
    await putBooks();
    const { id: customerId, name: customerName } = dan;
    const allocations = [{ invoiceId: "INV-0005", amount: 100_00 }];
    await write(async (tx) => {
      await tx.insert(payments).values({ date: "2026-03-28", amount: 100_00, customerId, customerName, allocations });
    });
    const data = await show("from=2026-03-26&to=2026-03-30");
    expect(said(data, "Outstanding on 30 Mar")).toBe("$37,900.00, down 0.3% vs 25 Mar"); // without the 50 of 31 March, with the 400 that were paid on it
    expect(said(data, "Overdue on 30 Mar")).toBe("$10,700.00, down 0.9% good vs 25 Mar"); // 400 + 700 + 3,200 + 6,400
    expect(dollarsIn(data.ageing).map(([, dollars]) => dollars)).toEqual([27_200, 400, 700, 9_600, 0]);
    await expectProven(data);
  });

  it("show “–” if there is nothing to divide by", async () => {
    const data = await show(march);
    expect(data.figures.map(({ text, change }) => [text, change.text])).toEqual([
      ["$0.00", "–"],
      ["$0.00", "–"],
      ["$0.00", "–"],
      ["$0.00", "–"],
      ["–", "–"],
    ]);
    expect([data.overdue, data.debtors, data.payments]).toEqual([[], [], []]);
    await putBooks();
    expect(said(await show("from=2024-01-01&to=2024-01-31"), "Days to pay")).toBe("–, same – vs the 31 days before");
  });

  it("count days in the company's time zone, also when its clocks change", async () => {
    await inTimeZone("Europe/Oslo", async () => {
      const paid = (number: number, dollars: number, completedAt: string) =>
        putInvoice(number, {
          dollars,
          issueDate: "2026-03-19",
          dueDate: "2026-03-28",
          completedAt: new Date(completedAt),
        });
      await paid(1, 100, "2026-03-28T22:59:59Z");
      await paid(2, 200, "2026-03-28T23:00:00Z"); // midnight in winter time
      await paid(3, 400, "2026-03-29T21:59:59Z");
      await paid(4, 800, "2026-03-29T22:00:00Z"); // midnight in summer time
      const data = await show("from=2026-03-29&to=2026-03-29");
      expect(said(data, "Collected")).toBe("$600.00, up 500% good vs the day before");
      expect(figure(data, "Days to pay").text).toBe("10 days");
      expect(data.payments.map(({ invoices, date }) => [invoices, date])).toEqual([
        [["INV-0003"], "2026-03-29"],
        [["INV-0002"], "2026-03-29"],
      ]);
      expect(data.period.timeZone).toBe("Europe/Oslo");
      await expectProven(data);
    });
  });
});

describe("the charts of the finance dashboard", () => {
  it("show daily income, beside the same part of the compared period", async () => {
    await putBooks();
    const { cash } = await show(march);
    const [plot = "", table = ""] = cash.split("View as table");
    const days = countedIn(table).filter(({ value }) => value > 0);
    expect(days.map(({ href, value }) => `${href.slice(-22)} ${value}`)).toEqual([
      "2026-03-02..2026-03-02 20000",
      "2026-03-31..2026-03-31 40000",
    ]);
    // They are few, so the line has what they come to until each day, from the first on.
    const sums = countedIn(plot).map(({ href, value }) => `${href.slice(-22)} ${value}`);
    expect(sums).toHaveLength(30);
    expect([sums[0], sums[28], sums[29]]).toEqual([
      "2026-03-02..2026-03-02 20000",
      "2026-03-02..2026-03-30 20000",
      "2026-03-02..2026-03-31 60000",
    ]);
    expect(cash).toContain("21 Mar 2026: $0.00, $200.00 until then, the 30 days before $0.00");
    expect(cash).toContain("22 Mar 2026: $0.00, $200.00 until then, the 30 days before $100.00"); // with 20 February
  });

  it("divide all debts by how late they are", async () => {
    await putBooks();
    const { ageing } = await show(march);
    expect(dollarsIn(ageing)).toEqual([
      ["$25,650.00", 25_650],
      ["$1,600.00", 1_600],
      ["$800.00", 800],
      ["$3,200.00", 3_200],
      ["$6,400.00", 6_400],
    ]);
  });

  it("divide income by payment method, with all others as Other", async () => {
    await putBooks();
    await putInvoice(12, { dollars: 1, completedAt: new Date("2026-03-12T12:00:00Z"), paymentMethod: "A cheque" });
    const { methods } = await show(march);
    expect(dollarsIn(methods)).toEqual([
      ["Credit Card", 400],
      ["Other or none", 201],
      ["Paypal", 0],
      ["Visa Card", 0],
      ["Master Card", 0],
    ]);
    expect(methods).toContain("66.6%");
  });
});

const valueOf = ({ of }: Data["figures"][number]) => ("value" in of ? of.value : undefined);

/** Expects the rows of a table of up to six invoices, with their balances, to be those of a list. */
async function expectListed(table: { id: string; balance: number }[], href: string) {
  const { invoices } = (await run<{ invoices: { id: string }[] }>(invoiceList, await signedIn(href, ada))).data;
  expect(table.map(({ id }) => id)).toEqual(invoices.slice(0, 6).map(({ id }) => id));
}

/** Opens each link and compares. A list without rows has no foot: there a sum is 0. */
async function expectProven(data: Data) {
  const figures = data.figures.flatMap(({ of }) => ("href" in of ? [of] : [of.part, of.whole]));
  const debts = [...data.debtors, ...(data.nobody ? [data.nobody] : [])].flatMap(({ href, invoices, total }) => [
    { href, value: invoices, is: "rows" },
    { href, value: total, is: "Balance due" },
  ]);
  await expectListed(data.overdue, data.links.overdue);
  const debtsOfAll = debts.filter(({ is }) => is !== "rows").reduce((sum, { value }) => sum + value, 0);
  if (data.pastDay) expect(debtsOfAll).toBe(valueOf(figure(data, `Outstanding on ${shortDay(data.pastDay)}`)));
  const links = [...figures, ...debts, ...[data.cash, data.ageing, data.methods].flatMap(countedIn)];
  expect(links.length).toBeGreaterThan(10);
  for (const { href, value, is } of links) {
    const list = href.startsWith("/payments") ? paymentList : invoiceList;
    const { view } = (await run<{ view: ListView }>(list, await signedIn(href, ada))).data;
    const sum = view.sums.find(({ label }) => label === is)?.value;
    if (view.total > 0 && is !== "rows") expect(sum, `${is} of ${href}`).toBeDefined();
    expect(is === "rows" ? view.total : (sum ?? 0), `${is} of ${href}`).toBe(value);
  }
}

describe("each number of the finance dashboard", () => {
  it.each([
    march,
    "period=7d",
    "period=12m",
    "from=2026-01-31&to=2026-03-01",
    "from=2026-02-01&to=2026-02-28",
    "asOf=2026-03-05",
    "asOf=2026-03-30",
    "from=2019-01-01&to=2019-01-02",
  ])("each number of the finance dashboard of %s leads to the rows that it counts", async (search) => {
    await putBooks();
    const paid = { customerId: dan.id, date: "2026-03-20", amount: 700_00, method: "Cash" };
    const allocations = [{ invoiceId: "INV-0005", amount: 500_00 }];
    for (const payment of [
      { ...paid, allocations },
      { ...paid, kind: "refund" as const, amount: 50_00 },
    ])
      expect(await paymentResource.create(ada, payment)).toMatchObject({ ok: true });
    await expectProven(await show(search));
  });
});

describe("the tables of the finance dashboard", () => {
  it("list overdue invoices, the oldest due date first", async () => {
    await putBooks();
    const { overdue } = await show(march);
    expect(overdue.map(({ id, daysLate }) => [id, daysLate])).toEqual([
      ["INV-0008", 91],
      ["INV-0007", 90],
      ["INV-0005", 45],
      ["INV-0006", 1],
    ]);
    for (let number = 12; number < 20; number++)
      await putInvoice(number, { dollars: 1, dueDate: "2026-01-05", ...(number < 14 && { completedAt: booksClosed }) });
    expect((await show(march)).overdue.map(({ id }) => id)).toEqual([
      "INV-0008",
      "INV-0007",
      "INV-0014",
      "INV-0015",
      "INV-0016",
      "INV-0017",
    ]);
  });

  it("list who owes the most, with current names, and the debts of people outside the directory", async () => {
    await putBooks();
    await write(async (tx) => void (await tx.update(users).set({ name: "Dan Renamed" }).where(eq(users.id, dan.id))));
    const { debtors, nobody } = await show(march);
    expect(debtors.map(({ customerName, invoices, total }) => [customerName, invoices, total])).toEqual([
      ["Dan Renamed", 3, 29_600_00],
      [ben.name, 3, 19_250_00],
    ]);
    expect(nobody).toEqual({ invoices: 1, total: 1_600_00, href: "/invoices?customer=0&status=pending" });
    await write(async (tx) => void (await tx.delete(users).where(eq(users.id, dan.id))));
    expect((await show(march)).debtors[0]?.customerName).toBe(dan.name); // as the invoice has it
    expect(await db.select({ id: debtTotals.customerId }).from(debtTotals)).toHaveLength(3);
  });

  it("tell who was late and who owed what on the last day of a past period, whatever was paid since", async () => {
    await putBooks();
    const data = await show("asOf=2026-03-05");
    expect(data.overdue.map(({ id, daysLate, balance }) => [id, daysLate, balance])).toEqual([
      ["INV-0008", 65, 6_400_00],
      ["INV-0007", 64, 3_200_00],
      ["INV-0005", 19, 800_00],
    ]);
    expect(data.debtors.map(({ customerName, invoices, total }) => [customerName, invoices, total])).toEqual([
      [ben.name, 1, 6_400_00],
      [dan.name, 3, 4_400_00], // with the 400 that were paid on 31 March
    ]);
    expect(data.nobody).toEqual({ invoices: 1, total: 1_600_00, href: "/invoices?customer=0&open=2026-03-05" });
    const answer = await run<string>(file, await signedIn("/finance/overdue.csv?from=2026-02-04&to=2026-03-05", ada));
    expect(answer.headers.get("Content-Disposition")).toContain("finance-overdue-2026-03-05.csv");
    expect(answer.data.split("\r\n")[1]).toBe(`INV-0008,${ben.name},2025-12-30,65,6400.00`);
  });

  it("list the latest payments of the period", async () => {
    await putBooks();
    expect((await show(march)).payments.map(({ invoices }) => invoices)).toEqual([["INV-0003"], ["INV-0002"]]);
    expect((await show("from=2026-02-01&to=2026-02-28")).payments.map(({ invoices }) => invoices)).toEqual([
      ["INV-0001"],
    ]);
  });

  it.each([
    ["overdue", "2026-03-31", ["Invoice,Customer,Due,Days late,Amount", `INV-0008,${ben.name},2025-12-30,91,6400.00`]],
    ["debtors", "2026-03-31", ["Customer,Name,Invoices,Owed", `${dan.id},${dan.name},3,29600.00`]],
    [
      "payments",
      "2026-03-02-to-2026-03-31",
      ["Payment,Customer,Method,Date,Invoices,Amount", `3,${dan.name},Credit Card,2026-03-31,INV-0003,400.00`],
    ],
  ])("%s can be exported as files", async (name, days, lines) => {
    await putBooks();
    const answer = await run<string>(file, await signedIn(`/finance/${name}.csv?${march}`, ada));
    expect(answer.headers.get("Content-Disposition")).toContain(`finance-${name}-${days}.csv`);
    expect(answer.data.replace("\uFEFF", "").split("\r\n").slice(0, 2)).toEqual(lines);
  });
});

it("the ageing chart uses one colour that gets darker", () => {
  const ages = [false, true, true, true, true].map((isLate) => ({ isLate, total: 100, later: 0 }));
  const looks = [...ageingBars(ages).matchAll(/fill-(ramp|chart)-\w+/g)].map(([look]) => look);
  expect(looks.filter((look) => look !== "fill-chart-grid")).toEqual(
    [1, 2, 3, 4, 5].map((step) => `fill-ramp-${step}`),
  );
});

it("the ageing chart shows each age as its share of the debts, and nothing without debts", () => {
  const widths = (...totals: number[]) =>
    [
      ...ageingBars(totals.map((total) => ({ isLate: false, total, later: 0 }))).matchAll(
        /<rect width="([\d.]+)"[^>]*fill-ramp-\d/g,
      ),
    ].map(([, width]) => Number(width));
  expect(widths(30_00, 10_00, 0, 0, 0)).toEqual([75, 25, 0, 0, 0]);
  expect(widths(0, 0)).toEqual([0, 0]);
});
