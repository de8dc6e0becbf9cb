import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withLateScripts } from "./late-scripts.server";

const page =
  '<link rel="stylesheet" href="/a.css"/><script nonce="n1">first()</script><p>Hello</p>' +
  '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>' +
  '<script nonce="n1" type="module" async="">import "/a.js";</script></body>';

test("no script of a page loads or runs by itself, and every element keeps its place", () => {
  const late = withLateScripts(page, "n1");
  expect(late).not.toMatch(/<link rel="modulepreload"|type="module" async/);
  expect(late).toContain(
    '<p>Hello</p><link rel="later" href="/a.js"/><link rel="later" href="/b.js"/>' +
      '<script nonce="n1" type="later">import "/a.js";</script></body>',
  );
});

/** Runs the last script of a page in a fake window that draws frames on demand. */
function begun(hidden: boolean) {
  const code = /.*<script nonce="n1">(.*)<\/script>$/.exec(withLateScripts(page, "n1"))?.[1] ?? "";
  const link = { rel: "later" };
  const appended: { textContent: string; type: string }[] = [];
  const dataset: { painted?: string } = {};
  const waiting: (() => void)[] = [];
  const document = {
    hidden,
    documentElement: { dataset },
    head: { append: (script: (typeof appended)[number]) => appended.push(script) },
    createElement: () => ({ remove() {} }),
    querySelectorAll: (selector: string) => (selector === "link[rel=later]" ? [link] : []),
    querySelector: () => ({ nonce: "n1", textContent: 'import "/a.js";' }),
  };
  const later = (act: () => void) => waiting.push(act);
  runInNewContext(code, { document, requestAnimationFrame: later, setTimeout: later });
  return { link, appended, dataset, next: () => waiting.shift()?.() };
}

test("the last script of a page loads and runs the others after the page was painted", () => {
  const { link, appended, dataset, next } = begun(false);
  next(); // the frame before the paint
  expect([link.rel, appended, dataset]).toEqual(["later", [], {}]);
  next(); // after the paint
  expect(dataset).toEqual({ painted: "" });
  expect([link.rel, appended]).toEqual([
    "modulepreload",
    [expect.objectContaining({ type: "module", nonce: "n1", textContent: 'import "/a.js";' })],
  ]);
});

test("no paint is awaited while the page is hidden", () => {
  const { link, appended } = begun(true);
  expect([link.rel, appended.length]).toEqual(["modulepreload", 1]);
});

test("a page without scripts is left unchanged", () => {
  expect(withLateScripts("<p>Out of order</p>", "n1")).toBe("<p>Out of order</p>");
});
