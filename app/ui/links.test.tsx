import { expect, test } from "vitest";
import { isLinkUp, pageOf } from "./links";

const here = { origin: location.origin, pathname: "/users", search: "?page=2" };
const press = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false };

function leads(href: string, how: Partial<typeof press> = {}, attributes: Record<string, string> = {}) {
  const link = Object.assign(document.createElement("a"), { href });
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  return pageOf(link, { ...press, ...how }, here);
}

test("a plain click on an internal link is a client navigation", () => {
  expect(leads("/users/3")).toBe("/users/3");
  expect(leads("/users?page=3")).toBe("/users?page=3");
  expect(leads("/users?page=2")).toBe("/users?page=2");
  expect(leads("/users/3", {}, { target: "_self" })).toBe("/users/3");
  expect(leads("/users?page=3#main")).toBe("/users?page=3#main");
  expect(leads("/support/faqs#returns")).toBe("/support/faqs#returns");
});

test.each([
  ["another site", "https://example.com/users"],
  ["a mail", "mailto:ada@example.com"],
  ["an export", "/users.csv?q=ada"],
  ["JSON", "/users.json"],
  ["the API", "/api/users"],
  ["what describes it", "/api/openapi.json"],
  ["a file", "/files/abc"],
  ["a picture", "/samples/users/1.svg"],
  ["a place on this page", "/users?page=2#main"],
])("the browser itself follows a link to %s", (_what, href) => {
  expect(leads(href)).toBeUndefined();
});

test("the browser handles clicks with modifier keys, targets and downloads", () => {
  expect(leads("/users/3", { metaKey: true })).toBeUndefined();
  expect(leads("/users/3", { ctrlKey: true })).toBeUndefined();
  expect(leads("/users/3", { shiftKey: true })).toBeUndefined();
  expect(leads("/users/3", { altKey: true })).toBeUndefined();
  expect(leads("/users/3", { button: 1 })).toBeUndefined();
  expect(leads("/users/3", { defaultPrevented: true })).toBeUndefined();
  expect(leads("/users/3", {}, { target: "_blank" })).toBeUndefined();
  expect(leads("/users/3", {}, { download: "" })).toBeUndefined();
});

test("a URL that only begins like the API is a page, and so is the API's reference page", () => {
  for (const page of ["/apiary", "/api", "/api?x=1", "/api/#users"]) expect(leads(page)).toBe(page);
});

test("a page's link to its list is a link back, unlike links of the menu and other links of the page", () => {
  document.body.innerHTML = `<nav><a href="/users">List</a></nav><main><a href="/users?q=ada">Users</a>
    <a href="/orders">Orders</a><a href="/users/3/orders">Orders of hers</a><a href="/">Home</a></main>`;
  const links = [...document.querySelectorAll("a")].filter((link) => isLinkUp(link, { pathname: "/users/3" }));
  expect(links.map((link) => link.textContent)).toEqual(["Users"]);
});
