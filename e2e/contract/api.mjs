#!/usr/bin/env node
// The /api contract, checked from outside over HTTP.
//
//   node e2e/contract/api.mjs http://127.0.0.1:3000 [--only users --only orders]
//
// --only NAME runs the checks whose name contains one of the NAMEs (signing in always runs); without it all are run.
// Needs a running app with freshly seeded sample data and the demo account. It puts back what it changes
// as far as the API allows, but is best run on a throw-away database. Exit 0 when everything holds.
// The last line reads "N passed, N failed".

const base = new URL(process.argv[2] ?? "http://127.0.0.1:3000");
const account = { email: process.env.DEMO_EMAIL ?? "demo@portico.example", password: process.env.DEMO_PASSWORD ?? "portico-demo" };

const only = process.argv.filter((_, index, args) => args[index - 1] === "--only");
let passed = 0;
const failures = [];
let cookie = "";

async function call(method, path, body, headers = {}) {
  const started = performance.now();
  const response = await fetch(new URL(path, base), {
    method,
    redirect: "manual",
    headers: { cookie, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  let json;
  try { json = JSON.parse(text); } catch { json = undefined; }
  return { status: response.status, headers: response.headers, text, json, ms: performance.now() - started };
}

async function check(name, fn) {
  if (only.length > 0 && !only.some((part) => name.includes(part)) && name !== "sign in by form post") return;
  try {
    await fn();
    passed++;
  } catch (error) {
    failures.push(`${name}: ${error.message}`);
  }
}

function ok(condition, message) {
  if (!condition) throw new Error(message);
}
const is = (actual, expected, what) =>
  ok(Object.is(actual, expected), `${what} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
const has = (object, keys, what) => {
  ok(object && typeof object === "object" && !Array.isArray(object), `${what} is not an object: ${JSON.stringify(object)?.slice(0, 80)}`);
  for (const key of keys) ok(key in object, `${what} lacks ${key}`);
};
const list = (answer, length, what) => {
  is(answer.status, 200, `${what} status`);
  ok(Array.isArray(answer.json), `${what} is not an array: ${answer.text.slice(0, 80)}`);
  if (length !== undefined) is(answer.json.length, length, `${what} length`);
  return answer.json;
};
const message = (answer, status, text, what) => {
  is(answer.status, status, `${what} status`);
  is(answer.json?.message, text, `${what} message`);
};
const lookup = (answer, values, what) => {
  const items = list(answer, values.length, what);
  for (const item of items) has(item, ["id", "title", "value"], `${what} item`);
  const given = items.map((item) => String(item.value).toLowerCase()).sort();
  is(JSON.stringify(given), JSON.stringify(values.map((value) => value.toLowerCase()).sort()), `${what} values`);
};

const shapes = {
  users: ["id", "name", "image", "email", "role", "status", "address", "createdAt", "phone"],
  orders: ["id", "invoiceId", "createAt", "deliveredAt", "customer", "billing", "shipping", "status", "payment", "items",
    "subTotalAmount", "totalAmount", "taxAmount", "discountAmount", "shippingChargeAmount"],
  products: ["id", "title", "category", "code", "colors", "sizes", "createdAt", "description", "discount", "featureImage",
    "features", "images", "offers", "price", "rating", "stock", "status", "totalReviews"],
  invoices: ["id", "dueDate", "issueDate", "status", "totalAmount", "billingAddress", "payment", "customer", "products",
    "shippingCharge", "tax"],
  reviews: ["id", "productId", "createdAt", "rating", "review", "user", "likes", "dislikes"],
};

// --- signed out -----------------------------------------------------------------------------------------------
for (const path of ["users", "orders", "products", "invoices", "reviews", "users/roles", "orders/statues"]) {
  await check(`signed out, GET /api/${path}`, async () => {
    const answer = await call("GET", `/api/${path}`);
    is(answer.status, 401, "status");
    ok(answer.json?.message, "no message");
  });
}
await check("signed out, DELETE /api/users", async () => is((await call("DELETE", "/api/users?id=1")).status, 401, "status"));

// --- sign in through the plain form, as a browser without JavaScript does ------------------------------------------
await check("sign in by form post", async () => {
  const response = await fetch(new URL("/login", base), {
    method: "POST",
    redirect: "manual",
    headers: { origin: base.origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(account),
  });
  ok(response.status >= 300 && response.status < 400, `status ${response.status}, expected a redirect`);
  cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  ok(cookie, "no cookie was set");
});

// --- reading ---------------------------------------------------------------------------------------------------
await check("GET /api/users", async () => {
  const users = list(await call("GET", "/api/users"), 20, "users");
  for (const user of users) has(user, shapes.users, "user");
  for (const user of users) ok(["Active", "Banned", "Pending", "Rejected"].includes(user.status), `status ${user.status}`);
});
await check("GET /api/users?id", async () => is((await call("GET", "/api/users?id=3")).json?.id, 3, "id"));
await check("GET /api/users?id absent", async () => message(await call("GET", "/api/users?id=999999"), 404, "User not found", "answer"));
await check("GET /api/users/status", async () => lookup(await call("GET", "/api/users/status"), ["Active", "Banned", "Pending", "Rejected"], "statuses"));
await check("GET /api/users/roles", async () =>
  lookup(await call("GET", "/api/users/roles"), ["UX Designer", "Data Scientist", "Sales Manager", "HR Manager", "IT Support"], "roles"));

await check("GET /api/orders", async () => {
  const orders = list(await call("GET", "/api/orders"), 15, "orders");
  for (const order of orders) {
    has(order, shapes.orders, "order");
    has(order.customer, ["id", "name", "email", "phone", "image"], "order customer");
    has(order.payment, ["id", "paymentMethod", "cardNumber"], "order payment");
    ok(/\*/.test(order.payment.cardNumber), "card number is not masked");
    ok(order.items.length > 0, "order without items");
    for (const item of order.items) has(item, ["id", "name", "image", "price", "quantity"], "order item");
    const cents = (amount) => Math.round(amount * 100);
    const sum = order.items.reduce((total, item) => total + cents(item.price) * item.quantity, 0);
    is(cents(order.subTotalAmount), sum, `subtotal of order ${order.id}`);
    is(cents(order.totalAmount), sum - cents(order.discountAmount) + cents(order.taxAmount) + cents(order.shippingChargeAmount), `total of order ${order.id}`);
    ok(order.taxAmount >= 10 && order.taxAmount <= 15, `tax of order ${order.id} is ${order.taxAmount}`);
    is(order.discountAmount, 5, `discount of order ${order.id}`);
    is(order.shippingChargeAmount, 10, `shipping of order ${order.id}`);
  }
  const titles = new Set((await call("GET", "/api/products")).json.map((product) => product.title));
  for (const order of orders) for (const item of order.items) ok(titles.has(item.name), `item ${item.name} is no product`);
});
await check("GET /api/orders?id", async () => is((await call("GET", "/api/orders?id=1")).json?.id, 1, "id"));
await check("GET /api/orders?id absent answers false", async () => {
  const answer = await call("GET", "/api/orders?id=999999");
  is(answer.status, 200, "status");
  is(answer.json, false, "answer");
});
await check("GET /api/orders/statues", async () =>
  lookup(await call("GET", "/api/orders/statues"), ["delivered", "shipping", "new", "pending", "return"], "order statuses"));
await check("GET /api/orders/payment-methods", async () =>
  lookup(await call("GET", "/api/orders/payment-methods"), ["Credit Card", "Paypal", "Visa Card", "Master Card"], "payment methods"));
await check("GET /api/orders/histories", async () => {
  const tiles = list(await call("GET", "/api/orders/histories"), 4, "tiles");
  for (const tile of tiles) has(tile, ["title", "totalOrder", "icon", "color"], "tile");
  is(tiles.map((tile) => tile.title).join(), "Total Orders,New Orders,Delivered Orders,Cancelled Orders", "titles");
  is(tiles[0].totalOrder, 15, "total orders");
  const orders = (await call("GET", "/api/orders")).json;
  for (const [index, status] of [[1, "new"], [2, "delivered"], [3, "cancelled"]]) {
    is(tiles[index].totalOrder, orders.filter((order) => order.status.toLowerCase() === status).length, tiles[index].title);
  }
});

await check("GET /api/products", async () => {
  const products = list(await call("GET", "/api/products"), 15, "products");
  for (const product of products) {
    has(product, shapes.products, "product");
    for (const key of ["colors", "sizes", "features", "images"]) ok(Array.isArray(product[key]), `${key} is not a list`);
    for (const feature of product.features) has(feature, ["name", "value"], "feature");
    ok(["Published", "Draft"].includes(product.status), `status ${product.status}`);
  }
});
await check("GET /api/products?id absent", async () => message(await call("GET", "/api/products?id=999999"), 404, "Product not found", "answer"));
await check("GET /api/products/categories", async () =>
  lookup(await call("GET", "/api/products/categories"), ["Fashion", "Electronics", "Furniture", "Home & Kitchen", "Accessories", "Office",
    "Sports & Outdoors", "Kitchen & Dining", "Stationery"], "categories"));
await check("GET /api/products/colors", async () =>
  lookup(await call("GET", "/api/products/colors"), ["blue", "red", "orange", "green", "purple", "pink"], "colors"));
await check("GET /api/products/sizes", async () => lookup(await call("GET", "/api/products/sizes"), ["xs", "s", "m", "l", "xl", "xxl"], "sizes"));
await check("GET /api/reviews", async () => {
  const reviews = list(await call("GET", "/api/reviews"), undefined, "reviews");
  ok(reviews.length > 0, "no reviews");
  for (const review of reviews) {
    has(review, shapes.reviews, "review");
    has(review.user, ["id", "image", "name"], "review user");
  }
  for (const product of (await call("GET", "/api/products")).json) {
    is(product.totalReviews, reviews.filter((review) => review.productId === product.id).length, `reviews of product ${product.id}`);
  }
});

await check("GET /api/invoices", async () => {
  const invoices = list(await call("GET", "/api/invoices"), 18, "invoices");
  for (const invoice of invoices) {
    has(invoice, shapes.invoices, "invoice");
    has(invoice.billingAddress, ["email", "phone", "address"], "billing address");
    has(invoice.payment, ["paymentMethod", "cardHolder", "cardNo", "cardCVC"], "invoice payment");
    has(invoice.customer, ["id", "name", "image"], "invoice customer");
    ok(!/\d/.test(invoice.payment.cardCVC), "a card CVC is kept");
    ok(["pending", "complete"].includes(invoice.status), `status ${invoice.status}`);
    let cents = Math.round(invoice.tax * 100) + Math.round(invoice.shippingCharge * 100);
    for (const line of invoice.products) {
      has(line, ["id", "title", "quantity", "price", "discount", "total"], "invoice line");
      cents += Math.round(line.total * 100);
    }
    is(Math.round(invoice.totalAmount * 100), cents, `total of ${invoice.id}`);
  }
});
await check("GET /api/invoices?id", async () => is((await call("GET", "/api/invoices?id=INV-0012")).json?.id, "INV-0012", "id"));
await check("GET /api/invoices?id absent", async () => message(await call("GET", "/api/invoices?id=INV-9999"), 404, "Invoice not found", "answer"));

// --- changing --------------------------------------------------------------------------------------------------
const stamp = Date.now();
await check("users: create, change, delete", async () => {
  const made = await call("POST", "/api/users", {
    name: "Contract Check", email: `contract-${stamp}@example.com`, role: "IT Support", status: "Pending", address: "Norway", phone: "+47 555 01 234",
  });
  is(made.status, 200, "POST status");
  has(made.json.user, shapes.users, "created user");
  ok(made.json.user.image && made.json.user.createdAt, "creation sets an image and a creation date");
  const { id } = made.json.user;
  const changed = await call("PUT", "/api/users", { id, name: "Contract Changed" });
  is(changed.status, 200, "PUT status");
  is(changed.json.user.name, "Contract Changed", "name");
  is(changed.json.user.role, "IT Support", "role is kept");
  is((await call("GET", `/api/users?id=${id}`)).json.name, "Contract Changed", "name read back");
  const gone = await call("DELETE", `/api/users?id=${id}`);
  is(gone.status, 200, "DELETE status");
  is(gone.json.user.id, id, "deleted user");
  is((await call("GET", `/api/users?id=${id}`)).status, 404, "GET after DELETE");
  list(await call("GET", "/api/users"), 20, "users after");
});
await check("users: delete many answers what remains", async () => {
  const ids = [];
  for (const n of [1, 2]) {
    const made = await call("POST", "/api/users", {
      name: `Contract ${n}`, email: `contract-${stamp}-${n}@example.com`, role: "HR Manager", status: "Active", address: "Peru", phone: "+51 555 0000",
    });
    ids.push(made.json.user.id);
  }
  const rest = list(await call("DELETE", "/api/users", { ids }), 20, "remaining users");
  ok(!rest.some((user) => ids.includes(user.id)), "a deleted user remains");
});
await check("orders: patch merges", async () => {
  const before = (await call("GET", "/api/orders?id=2")).json;
  const patched = await call("PATCH", "/api/orders?id=2", { status: "shipping" });
  is(patched.status, 200, "status");
  is(patched.json.order.status.toLowerCase(), "shipping", "order status");
  is(patched.json.order.totalAmount, before.totalAmount, "total is kept");
  is((await call("GET", "/api/orders?id=2")).json.status.toLowerCase(), "shipping", "read back");
  await call("PATCH", "/api/orders?id=2", { status: before.status });
});
await check("orders: patch absent", async () => message(await call("PATCH", "/api/orders?id=999999", { status: "new" }), 404, "Order not found", "answer"));
await check("orders: delete one answers it", async () => {
  const answer = await call("DELETE", "/api/orders?id=15");
  is(answer.status, 200, "status");
  is(answer.json.order.id, 15, "order");
  is((await call("GET", "/api/orders?id=15")).json, false, "read back");
});
await check("products: create, change, delete", async () => {
  const made = await call("POST", "/api/products", {
    title: "Contract lamp", category: "Furniture", code: `CL-${stamp}`, price: 19.99, stock: 4, status: "Draft", colors: ["blue"], sizes: ["m"],
    description: "A lamp.", discount: 5, features: [{ name: "Bulb", value: "E27" }], images: [], offers: [],
  });
  is(made.status, 200, "POST status");
  has(made.json.product, shapes.products, "created product");
  is(made.json.product.price, 19.99, "price");
  const { id } = made.json.product;
  is((await call("PUT", "/api/products", { id, price: 24.5 })).json.product.price, 24.5, "changed price");
  is((await call("DELETE", "/api/products", { ids: [] }, {})).status, 400, "DELETE without ids or id");
  is((await call("DELETE", `/api/products?id=${id}`)).json.product.id, id, "deleted product");
});
await check("invoices: create, change, delete", async () => {
  const users = (await call("GET", "/api/users")).json;
  const made = await call("POST", "/api/invoices", {
    issueDate: "2026-01-10", dueDate: "2026-02-10", status: "pending", tax: 10, shippingCharge: 10,
    billingAddress: { email: "billing@example.com", phone: "+1 555 0100", address: "1 Main Street" },
    payment: { paymentMethod: "Visa Card", cardHolder: "C. Check", cardNo: "4242424242424242", cardCVC: "123" },
    products: [{ id: 1, title: "Thing", quantity: 2, price: 30, discount: 0, total: 60 }],
  });
  is(made.status, 200, "POST status");
  const { invoice } = made.json;
  has(invoice, shapes.invoices, "created invoice");
  ok(/^INV-\d{4,}$/.test(invoice.id), `id ${invoice.id}`);
  ok(users.some((user) => user.id === invoice.customer.id), "customer is not an existing user");
  ok(!made.text.includes("4242424242424242"), "the card number comes back whole");
  ok(!made.text.includes('"123"'), "the card CVC comes back");
  is((await call("PUT", "/api/invoices", { id: invoice.id, status: "complete" })).json.invoice.status, "complete", "changed status");
  is((await call("DELETE", `/api/invoices?id=${invoice.id}`)).json.invoice.id, invoice.id, "deleted invoice");
});

// --- refusing --------------------------------------------------------------------------------------------------
for (const [method, path, body, what] of [
  ["POST", "/api/users", undefined, "no body"],
  ["POST", "/api/users", "{not json", "broken JSON"],
  ["POST", "/api/users", [], "a list for a body"],
  ["POST", "/api/users", {}, "an empty object"],
  ["PUT", "/api/users", { name: "No id" }, "no id"],
  ["DELETE", "/api/users", undefined, "no ids and no id"],
  ["PATCH", "/api/orders", { status: "new" }, "no id"],
  ["PATCH", "/api/orders?id=1", undefined, "no body"],
  ["POST", "/api/invoices", undefined, "no body"],
  ["PUT", "/api/invoices", { status: "complete" }, "no id"],
]) {
  await check(`${method} ${path} with ${what}`, async () => message(await call(method, path, body), 400, "Invalid request", "answer"));
}
for (const [path, noun, id, change] of [
  ["users", "User", 999999, { name: "Nobody" }],
  ["products", "Product", 999999, { title: "Nothing" }],
  ["invoices", "Invoice", "INV-9999", { tax: 12 }],
]) {
  await check(`PUT /api/${path} absent`, async () =>
    message(await call("PUT", `/api/${path}`, { id, ...change }), 404, `${noun} not found`, "answer"));
  await check(`DELETE /api/${path} absent`, async () =>
    message(await call("DELETE", `/api/${path}?id=${id}`), 404, `${noun} not found`, "answer"));
}

for (const failure of failures) console.log(`FAIL ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
