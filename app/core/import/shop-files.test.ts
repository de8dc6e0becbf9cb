/** Files as exported by shops and spreadsheets. */
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { orders, products, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { importFile } from "~/testing/import-files";
import { importIt, refusals, tryAgain, tryFile } from "~/testing/imports";
import { addProducts } from "~/testing/products";

testDatabase();
const { dan } = cast;
const allOrders = () => db.select().from(orders).orderBy(asc(orders.id));

describe("imported orders", () => {
  it("rows of one order in Shopify's file become one order, with its tax, shipping and total", async () => {
    const { file, rows } = await tryFile("orders", importFile("shopify-orders"));
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, "create"],
      [3, "part"],
      [4, "refuse"],
    ]);
    expect(rows[0]?.found).toContainEqual({ field: "total", after: "68.20", note: "As in the file" });
    expect(refusals(rows)).toEqual([
      [4, "currency: Amounts are in USD here, and this row is in EUR. Convert it first."],
    ]);
    expect((await importIt(file.id))?.text).toBe("orders.csv: 1 order created");
    expect(await allOrders()).toMatchObject([
      {
        customerName: "Ida Berg",
        customerEmail: "ida@example.com",
        status: "Delivered",
        billing: "Main St 1",
        shippingChargeAmount: 5_00,
        taxAmount: 4_20,
        totalAmount: 68_20,
        createdAt: new Date("2026-10-03T14:14:30Z"),
        deliveredAt: new Date("2026-10-04T13:00:00Z"),
        items: [
          { name: "Felt Hat - Blue", price: 25_00, quantity: 2 },
          { name: "Mug", price: 9_00, quantity: 1 },
        ],
      },
    ]);
  });

  it("an order that the shop cancelled is cancelled, and was not delivered", async () => {
    const [head = "", first = "", second = ""] = importFile("shopify-orders").split("\n");
    const at = head.split(",").indexOf("Cancelled at");
    const cancelled = first.split(",").with(at, "2026-10-06 08:00:00 -0400").join(",");
    const { file, rows } = await tryFile("orders", [head, cancelled, second].join("\n"));
    expect(refusals(rows)).toEqual([]);
    await importIt(file.id);
    expect(await allOrders()).toMatchObject([{ status: "Cancelled", deliveredAt: null }]);
  });

  /** Tries Shopify's file with other cells in the first row of its first order. */
  function tryShopify(cells: Record<string, string>) {
    const [head = "", first = "", second = ""] = importFile("shopify-orders").split("\n");
    const heads = head.split(",");
    const row = first.split(",").map((cell, place) => cells[heads[place] ?? ""] ?? cell);
    return tryFile("orders", [head, row.join(","), second].join("\n"));
  }

  it("an order that the shop refunded in full is a return, and one that it voided is cancelled", async () => {
    const { file, rows } = await tryShopify({ "Financial Status": "refunded", "Refunded Amount": "68.20" });
    expect(refusals(rows)).toEqual([]);
    await importIt(file.id);
    expect(await allOrders()).toMatchObject([{ status: "Return", totalAmount: 68_20 }]);
    const voided = await tryShopify({ Name: "#2001", "Financial Status": "voided", Total: "59.20" });
    const known = await tryShopify({
      Name: "#3001",
      Total: "59.20",
      "Financial Status": "refunded",
      "Cancelled at": "2026-10-06 08:00:00 -0400",
    });
    for (const { rows } of [voided, known])
      expect(rows[0]?.found).toContainEqual(expect.objectContaining({ field: "status", after: "Cancelled" }));
  });

  it.each<[Record<string, string>, string]>([
    [
      { "Financial Status": "partially_refunded", "Refunded Amount": "10.00" },
      "$10.00 of it was refunded, which an order does not record: its full total is taken.",
    ],
    [{ "Financial Status": "pending" }, "It is not paid in full yet (“pending”), which an order does not record."],
  ])("an order with %o says which part of its payment is ignored", async (cells, note) => {
    const { rows } = await tryShopify(cells);
    expect(rows[0]?.found).toContainEqual({ field: "", note });
    expect(rows[0]?.found).toContainEqual({ field: "status", after: "Delivered" });
  });

  it.each([
    ["PayPal Express Checkout", "Paypal"],
    ["Shopify Payments", "Credit Card"],
    ["Stripe", "Credit Card"],
    ["Visa", "Visa Card"],
    ["Cash on delivery", ""],
    ["Shopify Payments + gift_card", ""],
  ])("the payment method %s is read as “%s”, or named if it is unknown", async (written, taken) => {
    const { rows } = await tryShopify({ "Payment Method": written });
    expect(rows[0]?.found).toContainEqual(
      taken === ""
        ? { field: "", note: `The payment method “${written}” is none of those here and is not taken.` }
        : { field: "paymentMethod", after: taken },
    );
  });

  it("rows of WooCommerce's export are orders, with first and last name joined", async () => {
    const csv =
      "Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Item Name,Quantity,Item Cost,Order Total Amount,Payment Method Title\n501,Completed,2026-10-03 10:14,Ida,Berg,ida@example.com,Felt Hat,2,25.00,59.00,PayPal\n501,Completed,2026-10-03 10:14,Ida,Berg,ida@example.com,Mug,1,9.00,59.00,PayPal\n502,Processing,2026-10-04 10:14,Ola,,ola@example.com,Mug,1,9.00,9.00,Cash on delivery\n";
    const { file, rows } = await tryFile("orders", csv);
    expect(refusals(rows)).toEqual([]);
    await importIt(file.id);
    expect(await allOrders()).toMatchObject([
      {
        externalNumber: "501",
        customerName: "Ida Berg",
        customerEmail: "ida@example.com",
        status: "Delivered",
        paymentMethod: "Paypal",
        totalAmount: 59_00,
        items: [
          { name: "Felt Hat", price: 25_00, quantity: 2 },
          { name: "Mug", price: 9_00, quantity: 1 },
        ],
      },
      { externalNumber: "502", customerName: "Ola", status: "Pending", totalAmount: 9_00 },
    ]);
  });

  it("a column of amounts is not taken for addresses, nor a column of numbers for customers", async () => {
    await addProducts({ title: "Copper Teapot", price: 59_00, discount: 0 });
    const { file, rows } = await tryFile("orders", importFile("orders-amounts"));
    expect(file.fields).toEqual([
      "externalNumber",
      "email",
      "subtotal",
      "shippingCharge",
      "tax",
      "total",
      "discount",
      "placed",
      "items",
      "customer",
    ]);
    expect(rows[0]?.found).toContainEqual({ field: "total", after: "68.20", note: "As in the file" });
    const other = await tryFile("orders", importFile("orders-amounts").replace("59.00", "60.80"));
    expect(other.rows[0]?.found).toContainEqual({
      field: "subtotal",
      after: "59.00",
      note: "The file says $60.80: $1.80 more",
      differs: true,
    });
    expect(other.file.differing).toBe(1);
  });

  it("an order is linked to the user with its e-mail address, whatever name its row has", async () => {
    const { file } = await tryFile("orders", "customer,email,items\nD. Directory,DAN@example.com,1 × Pen @ 3\n");
    await importIt(file.id);
    expect(await allOrders()).toMatchObject([
      { customerId: dan.id, customerName: "D. Directory", customerEmail: "dan@example.com" },
    ]);
  });

  it("rows of one order that contradict each other or are not adjacent are refused", async () => {
    const csv =
      "order number,customer,email,item,quantity,item price\nA1,Ida,ida@example.com,Pen,1,3\nA1,Ola,ida@example.com,Cap,1,3\nB1,Ida,,Pen,1,3\nA1,Ida,,Pen,1,3\n";
    const { rows } = await tryFile("orders", csv, {
      fields: ["externalNumber", "customer", "email", "itemName", "itemQuantity", "itemPrice"],
    });
    expect(refusals(rows)).toEqual([
      [2, "customer: Line 3 says “Ola” of the same order. Make the two the same."],
      [3],
      [5, "externalNumber: Line 2 is of the same order. Put the rows of one order one below the other."],
    ]);
    expect(rows[2]?.outcome).toBe("create");
  });

  it("times are read as shops write them", async () => {
    await addProducts({ title: "Copper Teapot" });
    const { file, rows, answer } = await tryFile(
      "orders",
      importFile("orders-moments").replace("10/03/2026 10:14 PM", "10/23/2026 10:14 PM"),
    );
    expect(answer.status).toBe(303);
    expect(refusals(rows)).toEqual([[9, "placed: Write the year with four digits, such as 2026-11-21"]]);
    await importIt(file.id);
    expect(
      (await allOrders()).map(({ customerName, createdAt }) => `${customerName} ${createdAt.toISOString()}`),
    ).toEqual([
      "Ida 2026-10-03T14:14:30.000Z",
      "Ola 2026-10-03T14:14:30.000Z",
      "Una 2026-10-03T10:14:30.000Z",
      "Ada 2026-10-03T00:00:00.000Z",
      "Eva 2026-10-03T10:14:30.000Z",
      "Bo 2026-10-23T22:14:00.000Z",
      "Cy 2026-10-03T00:00:00.000Z",
      "El 2026-10-03T10:14:30.123Z",
    ]);
  });

  it("a date with two possible meanings still needs an answer", async () => {
    const { answer } = await tryFile("orders", importFile("orders-moments"));
    expect(answer.data.form.errors["columns.3.format"]).toContain("“10/03/2026 10:14 PM” could be two days");
  });
});

describe("imported products", () => {
  it("rows with the same handle in Shopify's file become one product, with the stock of all its variants", async () => {
    const { file, rows } = await tryFile("products", importFile("shopify-products"));
    expect(refusals(rows)).toEqual([]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["create", "part", "part", "create", "create"]);
    expect(rows[0]?.found).toContainEqual({
      field: "",
      note: "2 pictures are not brought in: add them on the page of the product.",
    });
    await importIt(file.id);
    expect(await db.select().from(products).orderBy(asc(products.id))).toMatchObject([
      {
        title: "Felt Hat",
        code: "FH-1",
        category: "Accessories",
        description: 'Warm, 12" brim\n\nWool',
        price: 39_90,
        stock: 4,
        status: "Published",
        colors: ["blue", "red"],
        sizes: [],
      },
      { title: "Mug", code: "0012", category: "Kitchen & Dining", stock: 12, status: "Draft" },
      { title: "Old Mug", code: "OM-1", stock: 0, status: "Draft" },
    ]);
  });
});

describe("imported users", () => {
  it("cells that a spreadsheet left out at the end of a row are treated as missing", async () => {
    const { file, rows } = await tryFile("users", importFile("users-short-rows"));
    expect(refusals(rows)).toEqual([]);
    expect(file.creates).toBe(3);
    const { rows: known } = await tryFile("users", "email,country,phone\nben@example.com,Peru\n");
    expect(known[0]?.found).toEqual([{ field: "country", before: "Norway", after: "Peru" }]);
  });

  it("more cells than columns are refused unless they are empty", async () => {
    const { rows } = await tryFile("users", "email,country\nben@example.com,Peru,Lima\ndan@example.com,Peru,,\n");
    expect(refusals(rows)).toEqual([
      [2, ": This row has 3 cells, and the first line names 2 columns. Is a separator or a quote missing?"],
    ]);
    expect(rows[1]?.outcome).toBe("change");
  });

  it("a value chosen for a required column is used if a new row has none", async () => {
    const csv = importFile("users-phones").split("\n").slice(0, 3).join("\n");
    const { file, rows } = await tryFile("users", csv);
    expect(refusals(rows)[0]?.[1]).toMatch(/^status: Choose a status/);
    const again = await tryAgain(file.id, file.fields, cast.ada, { "defaults.status": "Pending" });
    expect(refusals(again.rows)).toEqual([]);
    await importIt(file.id);
    expect(await db.$count(users, eq(users.status, "Pending"))).toBe(3);
  });

  it("a chosen value changes no existing user, and is refused if it is invalid for the field", async () => {
    const { file } = await tryFile("users", "email,country\nben@example.com,Peru\n");
    const again = await tryAgain(file.id, file.fields, cast.ada, { "defaults.status": "Banned" });
    expect(again.rows[0]?.found).toEqual([{ field: "country", before: "Norway", after: "Peru" }]);
    const wrong = await tryAgain(file.id, file.fields, cast.ada, { "defaults.status": "Gone" });
    expect(wrong.answer.data.form.errors["defaults.status"]).toMatch(/^Choose a status/);
  });
});

it("an unknown category is replaced by the chosen one, and the row says so", async () => {
  const csv = "title,code,category,price,stock,status\nCap,C-1,Hats,3,1,Draft\n";
  const { file, rows: refused } = await tryFile("products", csv);
  expect(refusals(refused)[0]?.[1]).toContain(
    "Or choose one for all such rows, where the columns are matched: “Category, where a row has none or an unknown one”",
  );
  const { rows } = await tryAgain(file.id, file.fields, cast.ada, { "defaults.category": "Fashion" });
  expect(rows[0]).toMatchObject({ outcome: "create" });
  expect(rows[0]?.found).toContainEqual({
    field: "category",
    after: "Fashion",
    note: "“Hats” is not in the list: the value chosen for this column is used",
  });
});
