import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isFilledByPage } from "./page-fields";

/** Fields that some pages fill in themselves and others ask the user for. */
const askedForElsewhere = [
  ...["status", "priority", "assigneeId", "requesterId", "email", "password", "digestDay", "digestHour"],
  ...["into", "query", "pinned"],
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
  const isChoice = ({ element }: { element: string }) => element.startsWith("<Select");
  const typed = elements(new RegExp(`<(?:textarea|[A-Z]\\w*(?:Field|Area|Picker|Input))${attributes}`, "g"));
  expect(typed.length).toBeGreaterThan(60);
  const hidden = typed.filter((field) => !isChoice(field) && isFilledByPage(field.name));
  expect(hidden.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
