import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typedFieldsIn } from "~/core/pages/unsent.server";
import { resources } from "~/core/resource/registry.server";
import { isFilledByPage } from "./page-fields";
import { get } from "~/testing/requests";
import "~/resources.server";

/** Fields that some pages fill in themselves and others ask the user for. */
const askedForElsewhere = [
  ...["status", "priority", "assigneeId", "requesterId", "email", "password", "digestDay", "digestHour"],
  ...["into", "query", "pinned", "workDays"],
];

const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
  .map((name) => ({ name, text: readFileSync(join("app", name), "utf8") }));

/** Returns the elements of all pages whose tag matches, with their field names if these are literals. */
const elements = (tag: RegExp) =>
  pages.flatMap(({ name: file, text }) =>
    [...text.matchAll(tag)].flatMap(([element]) => {
      const name = /\sname="([^"]+)"/.exec(element)?.[1];
      return name ? [{ file, element, name }] : [];
    }),
  );

const attributes = String.raw`\b(?:[^<>]|=>)*>`;

test("every hidden field and named button of a page is listed as set by the page", () => {
  const hidden = elements(new RegExp(`<input${attributes}`, "g")).filter(({ element }) => /"hidden"/.test(element));
  const buttons = elements(new RegExp(`<(?:\\w*Button|button)${attributes}`, "g"));
  expect([hidden.length > 60, buttons.length > 25]).toEqual([true, true]);
  const unknown = [...hidden, ...buttons].filter(
    ({ name }) => !isFilledByPage(name) && !askedForElsewhere.includes(name),
  );
  expect(unknown.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test("no field for user input has a name that only pages set", () => {
  const isChoice = ({ element }: { element: string }) => /^<(?:Select|SetField)/.test(element);
  const typed = elements(new RegExp(`<(?:textarea|[A-Z]\\w*(?:Field|Area|Picker|Input))${attributes}`, "g"));
  expect(typed.length).toBeGreaterThan(60);
  const hidden = typed.filter((field) => !isChoice(field) && isFilledByPage(field.name));
  expect(hidden.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test("no field of a resource that people type has a name that only pages set", () => {
  const fields = resources().flatMap((kind) =>
    Object.values(kind.fields).map((field) => ({ ...field, of: kind.entity })),
  );
  const typed = fields.filter(({ kind }) => kind !== "picture");
  expect(typed.length).toBeGreaterThan(40);
  expect(typed.filter(({ name }) => isFilledByPage(name)).map(({ of, name }) => `${of}: ${name}`)).toEqual([
    "views: search", // the search of the list whose view is saved
  ]);
});

test("a website that somebody typed is on the page that lists the entries of a refused form", () => {
  const form = new FormData();
  form.set("website", "https://ada.example");
  expect(typedFieldsIn(form, get("/users/6"))).toEqual([{ label: "Website", text: "https://ada.example" }]);
});
