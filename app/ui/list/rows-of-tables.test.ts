import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const app = join(import.meta.dirname, "../..");
const files = (ends: string) =>
  readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(ends) && !file.includes(".test."),
  );
const read = (file: string) => readFileSync(join(app, file), "utf8");

/** Returns the rules of a stylesheet: selectors and own declarations. */
const rules = (css: string) =>
  [...css.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selectors = "", declared = ""]) => ({ selectors: selectors.trim(), declared }),
  );

/**
 * WebKit does not position elements relative to a table row: what should cover the row, such as a link's `::after`,
 * covers the page.
 */
test("a table row that positions something is laid out as a grid or a flexbox", () => {
  const isRow = (selectors: string) =>
    selectors.split(",").some((selector) => /(^|[\s>+~])tr(?![\w-])[^\s>+~]*$/.test(selector.trim()));
  const wrong = files(".css").flatMap((file) =>
    rules(read(file))
      .filter(
        ({ selectors, declared }) =>
          isRow(selectors) && /position:\s*relative/.test(declared) && !/display:\s*(grid|flex)/.test(declared),
      )
      .map(({ selectors }) => `${file}: ${selectors}`),
  );
  const marked = files(".tsx").filter((file) => /<(tr|tbody|thead)\b[^>]*\brelative\b/.test(read(file)));
  expect([...wrong, ...marked]).toEqual([]);
});

/** WebKit tries fallback positions of a closed popover endlessly: the page hangs as soon as it becomes narrow. */
test("only an open popover has fallback positions", () => {
  const wrong = files(".css").flatMap((file) =>
    rules(read(file)).filter(
      ({ selectors, declared }) =>
        /position-try/.test(declared) &&
        !selectors.split(",").every((selector) => /(:popover-open|:not\(\[popover\]\))$/.test(selector.trim())),
    ),
  );
  expect(wrong).toEqual([]);
});
