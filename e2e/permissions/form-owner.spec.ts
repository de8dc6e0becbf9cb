/**
 * A form acts only for the user it was opened for: every POST form of every page, opened by one owner and submitted
 * by another who has signed in since in the same browser, is refused and changes nothing.
 */
import { pagesInside } from "../../scripts/areas.mjs";
import { ownerField } from "../../app/core/form/form-owner";
import { type Form, formsIn } from "../../tools/fuzz/forms";
import { changes, contents } from "./matrix/database";
import { type Server, signIn, startServer, visitsWritten } from "./matrix/outsiders";
import { demo, expect, newPerson, type Person, test } from "../support";

let server: Server;
let forms: (Form & { page: string })[];
let second: Person;
let secondCookie: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startServer();
  second = await newPerson("Second", server.site);
  server.database.prepare("update users set access = 'owner' where email = ?").run(second.email);
  forms = await formsOfAllPages(await signIn(server, demo));
  secondCookie = await signIn(server, second);
  await visitsWritten(server);
});

test.afterAll(() => server?.remove());

/** Maximum number of records of a kind whose pages are read. */
const maxVariants = 2;

const shapeOf = (address: string) => address.replace(/\?.*|\d+/g, "0");

/** Collects the POST forms of all pages that menus and lists link to, one of each kind per kind of page. */
async function formsOfAllPages(cookie: string) {
  const found = new Map<string, Form & { page: string }>();
  const variants = new Map<string, number>();
  const known = new Set<string>();
  const waiting: string[] = [];
  const add = (page: string, isNamed = false) => {
    const shape = shapeOf(page);
    const asked = variants.get(shape) ?? 0;
    if (known.has(page) || (asked >= maxVariants && !isNamed)) return;
    known.add(page);
    variants.set(shape, asked + 1);
    waiting.push(page);
  };
  for (const page of [...pagesInside, "/logout", "/users?trash=1", "/orders?select=all"]) add(page, true);
  const read = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const answer = await fetch(server.site + page, { headers: { cookie } });
      const html = answer.headers.get("content-type")?.startsWith("text/html") ? await answer.text() : "";
      for (const form of formsIn(html, page).posted) {
        const names = form.fields.map(([name]) => name);
        found.set([shapeOf(page), shapeOf(form.action), ...names].join(" "), { ...form, page });
      }
      for (const [, link = ""] of html.matchAll(/<a\b[^>]*\shref="(\/[^"/][^"#]*)"/g))
        if (!/^\/(api|files|avatars|assets)\/|\.\w+$/.test(link)) add(link.replaceAll("&amp;", "&"));
    }
  };
  while (waiting.length > 0) await Promise.all(Array.from({ length: 4 }, read));
  return [...found.values()];
}

/** Whether the form saves preferences of the browser, which belong to no user. */
const isOfBrowser = ({ action }: Form) => action === "/preferences";

function send(form: Form & { page: string }, fields: Form["fields"]) {
  const filled = fields.map(([name, value]): [string, string] => [name, value || "Typed by the first"]);
  const body = form.multipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of filled) body.append(name, value);
  return fetch(new URL(form.action, server.site + form.page), {
    method: "POST",
    body,
    redirect: "manual",
    headers: { cookie: secondCookie, "sec-fetch-site": "same-origin", referer: server.site + form.page },
  });
}

const saidIn = (answer: Response, html: string) => {
  const toast = /^toast[^=]*=([^;]*)/m.exec(answer.headers.getSetCookie().join("\n"))?.[1] ?? "";
  return html + Buffer.from(decodeURIComponent(toast).split(".")[0] ?? "", "base64").toString();
};

async function expectRefused(fieldsOf: (form: Form) => Form["fields"], sentence: string) {
  const wrong: string[] = [];
  for (const form of forms.filter((one) => !isOfBrowser(one))) {
    const before = contents(server.database);
    const answer = await send(form, fieldsOf(form));
    const said = saidIn(answer, await answer.text());
    const changed = changes(before, contents(server.database));
    const name = `${form.page}: POST ${form.action} ${form.fields.map(([field]) => field).join(" ")}`;
    const takesNoForms = answer.status === 405; // the button asks for a list, by GET
    if (!takesNoForms && !said.includes(sentence))
      wrong.push(`${name} was answered ${answer.status}, without that sentence`);
    if (changed.length > 0) wrong.push(`${name} changed ${changed.map((line) => line.slice(0, 80)).join(", ")}`);
  }
  expect(wrong).toEqual([]);
}

test("every posted form of every page says whom it was opened for", () => {
  expect(forms.length).toBeGreaterThan(100);
  const unmarked = forms.filter((form) => !isOfBrowser(form) && !form.fields.some(([name]) => name === ownerField));
  expect(unmarked.map(({ page, action }) => `${page}: ${action}`)).toEqual([]);
});

test("no form that was opened by one person changes anything for another who signed in meanwhile", () =>
  expectRefused(({ fields }) => fields, `this form was opened as ${demo.name}`));

test("no form of a page that does not say whom it was opened for changes anything @exhaustive", () =>
  expectRefused(({ fields }) => fields.filter(([name]) => name !== ownerField), "does not say who opened it"));
