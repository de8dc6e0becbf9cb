/** Starting points for clients: links, URLs they might guess, and searches. */
import type { Database } from "better-sqlite3";

const lists = ["/orders", "/invoices", "/credit-notes", "/payments", "/support/tickets"];
const apiKinds = ["users", "products", "reviews", "orders", "invoices", "credit-notes", "payments", "tickets"];

/** Returns paths of pages and files, and of the API; with `guesses`, those of all records regardless of their owner. */
export function placesFor(database: Database, id: number, guesses: boolean) {
  const all = (sql: string) => (guesses ? database.prepare(sql).pluck().all().map(String) : []);
  const [orders, invoices, tickets] = [
    all("select id from orders"),
    all("select id from invoices"),
    all("select id from tickets"),
  ];
  const own = (sql: string) => database.prepare(sql).pluck().all(id).map(String);
  const pages = [
    "/",
    `/?from=/users`,
    ...orders.flatMap((order) => [
      `/orders/${order}.data`,
      `/orders/${order}/packing-slip.data`,
      `/orders/${order}/invoice.data`,
      `/support/create-ticket.data?order=${order}`,
    ]),
    ...invoices.flatMap((invoice) => [
      `/invoices/${invoice}/details.data`,
      `/invoices/${invoice}.data`,
      `/invoices/create.data?copy=${invoice}`,
      `/invoices/${invoice}/credit.data`,
    ]),
    ...all("select id from credit_notes").map((note) => `/credit-notes/${note}.data`),
    ...all("select id from payments").map((payment) => `/payments/${payment}.data`),
    ...invoices.map((invoice) => `/payments/create.data?invoice=${invoice}`),
    ...tickets.flatMap((ticket) => [
      `/support/tickets/${ticket}.data`,
      `/support/tickets/${ticket}/edit.data`,
      `/support/tickets/${ticket}/draft`,
      `/support/create-ticket.data?from=${ticket}`,
      `/support/contact.data?sent=${ticket}`,
    ]),
    ...all("select id from replies").map((reply) => `/support/replies/${reply}`),
    ...all("select id from attachments").map((file) => `/support/attachments/${file}`),
    ...all("select id from users").map((person) => `/users/${person}.data`),
    ...["notifications", "messages"].flatMap((box) =>
      own(`select id from ${box} where user_id = ?`).map((item) => `/${box}/${item}`),
    ),
    ...lists.flatMap((list) => ["csv", "json"].map((format) => `${list}.${format}`)),
    ...lists.flatMap((list) => [
      `${list}?trash=1`,
      `${list}?select=all&exact=1&size=100`,
      `${list}?customer=3`,
      `${list}?requester=3`,
      `${list}?assignee=10`,
    ]),
    ...[
      "/users",
      "/products",
      "/team",
      "/activity",
      "/calendar",
      "/sales",
      "/views",
      "/imports",
      "/api",
      "/live",
      "/messages",
      "/notifications",
      "/search",
      "/search/suggest",
      "/support/suggest",
    ],
    "/settings/data.zip",
    "/api/openapi.json",
  ];
  const api = apiKinds.flatMap((kind) => [
    `/api/${kind}`,
    `/api/${kind}?page=1&size=5`,
    `/api/${kind}?sort=id&q=a`,
    `/api/${kind}.data`,
  ]);
  const byId = {
    orders,
    invoices,
    tickets,
    payments: all("select id from payments"),
    users: all("select id from users"),
  };
  const lookups = [
    "orders/statuses",
    "orders/histories",
    "orders/payment-methods",
    "tickets/topics",
    "users/roles",
  ].map((list) => `/api/${list}`);
  return {
    pages,
    api: [
      ...api,
      ...lookups,
      ...Object.entries(byId).flatMap(([kind, ids]) => ids.map((number) => `/api/${kind}?id=${number}`)),
    ],
  };
}

/** Returns searches for other people by truncated words, so that a result would reveal the rest. */
export function searchesFor(database: Database, id: number): string[] {
  const all = (sql: string) => database.prepare(sql).pluck().all(id).map(String);
  const names = [
    ...all("select name from users where id <> ?").map((name) => name.split(" ").at(-1) ?? ""),
    ...all("select email from users where id <> ?"),
  ];
  const words = [
    ...names.map((word) => word.slice(0, -1)),
    "inv-00",
    "lindqvisd",
    "#1",
    "+47 555",
    "customer:mara",
    "parcel",
    "order",
  ];
  const boxes = [
    "/search.data",
    "/search/suggest",
    "/support/suggest",
    "/support/faqs.data",
    "/orders.data",
    "/invoices.data",
    "/support/tickets.data",
    "/invoices.json",
    "/payments.data",
    "/payments.csv",
    "/support/tickets.csv",
    "/api/orders",
    "/api/tickets",
  ];
  return boxes.flatMap((box) => words.map((word) => `${box}?${new URLSearchParams({ q: word })}`));
}
