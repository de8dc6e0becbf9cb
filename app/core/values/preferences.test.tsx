import { beforeEach, expect, test, vi } from "vitest";
import { applyPreferences, changeColumns, columnChange, firstPaintScript, readPreferences } from "./preferences";

const html = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  html.className = "";
  html.dir = document.body.dir = "ltr";
  system("light");
});

function system(theme: "light" | "dark") {
  vi.stubGlobal("matchMedia", () => ({ matches: theme === "dark" }));
}

const paint = (chosen = {}) => (0, eval)(firstPaintScript(chosen));

test("only valid preferences are read", () => {
  expect(readPreferences({ theme: "dark", direction: "rtl", other: 1 })).toEqual({ theme: "dark", direction: "rtl" });
  expect(readPreferences({ theme: "blue", direction: 3 })).toEqual({});
  expect(readPreferences(null)).toEqual({});
});

test("columns are hidden and shown again, for each list separately", () => {
  const one = changeColumns({}, columnChange("/users", "phone", false));
  expect(one).toEqual({ hidden: { "/users": ["phone"] } });
  const both = changeColumns(changeColumns(one, "/users -country"), "/support/tickets -priority");
  expect(both).toEqual({ hidden: { "/users": ["phone", "country"], "/support/tickets": ["priority"] } });
  expect(changeColumns(both, columnChange("/support/tickets", "priority", true))).toEqual({
    hidden: { "/users": ["phone", "country"] },
  });
  expect(readPreferences(both)).toEqual(both);
});

test("a tab with outdated columns does not overwrite the choice made in another tab", () => {
  const inFirstTab = columnChange("/users", "phone", false);
  const inSecondTab = columnChange("/users", "country", false);
  const after = changeColumns(changeColumns({}, inFirstTab), inSecondTab);
  expect(after).toEqual({ hidden: { "/users": ["phone", "country"] } });
  expect(changeColumns(after, inFirstTab), "the same choice in both tabs").toEqual(after);
});

test("invalid columns are ignored, and beyond the limit the oldest list is forgotten", () => {
  const nonsense = ["", "/users", "users -phone", "/users -<b>", `/users -${"x".repeat(31)}`, "//evil.example/%20 -x"];
  for (const words of [...nonsense, "/users phone", "/users +phone"])
    expect(changeColumns({}, words)).toEqual({ hidden: {} });
  const hostile: unknown = JSON.parse('{"hidden":{"/users":["phone",3,"a b"],"__proto__":["x"],"/orders":"total"}}');
  expect(readPreferences(hostile)).toEqual({ hidden: { "/users": ["phone"] } });
  const columns = Array.from({ length: 60 }, (_, at) => `column_of_a_long_name_${at}`);
  const hide = (path: string, names: string[]) => `${path} ${names.map((name) => `-${name}`).join(" ")}`;
  let kept = changeColumns({}, hide("/orders", ["total"]));
  kept = changeColumns(kept, hide("/users", columns));
  expect(kept).toEqual({ hidden: { "/orders": ["total"], "/users": columns } });
  kept = changeColumns(kept, hide("/invoices", columns.slice(0, 20)));
  expect(kept).toEqual({ hidden: { "/invoices": columns.slice(0, 20) } });
});

test("a choice applies immediately and is stored in the browser", () => {
  applyPreferences({ theme: "dark", direction: "rtl" });
  expect([html.className, html.dir, document.body.dir]).toEqual(["dark", "rtl", "rtl"]);
  expect([localStorage.theme, localStorage.direction]).toEqual(["dark", "rtl"]);
  applyPreferences({ theme: "light" });
  expect([html.className, html.dir]).toEqual(["light", "rtl"]);
});

test("before the first paint the cookie's choice takes precedence and is copied to the storage", () => {
  localStorage.theme = "light";
  paint({ theme: "dark", direction: "rtl" });
  expect([html.className, html.dir, document.body.dir]).toEqual(["dark", "rtl", "rtl"]);
  expect([localStorage.theme, localStorage.direction]).toEqual(["dark", "rtl"]);
});

test("without a cookie the storage decides, and without both the system", () => {
  localStorage.theme = "dark";
  localStorage.direction = "rtl";
  paint();
  expect([html.className, html.dir, document.body.dir]).toEqual(["dark", "rtl", "rtl"]);

  localStorage.clear();
  paint();
  expect(html.className).toBe("light");
  system("dark");
  paint();
  expect(html.className).toBe("dark");
  expect(localStorage.theme).toBeUndefined();
});

test("invalid values in the storage are ignored", () => {
  localStorage.theme = "x onload=alert(1)";
  localStorage.direction = "sideways";
  paint();
  expect([html.className, html.dir]).toEqual(["light", "ltr"]);
});
