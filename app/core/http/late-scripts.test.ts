import { expect, test } from "vitest";
import { withLateScripts } from "./late-scripts.server";

const page =
  '<link rel="stylesheet" href="/a.css"/><script nonce="n1">first()</script><p>Hello</p>' +
  '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>' +
  '<script nonce="n1" type="module" async="">import "/a.js";</script></body>';

test("no script of a page loads or runs by itself, and each element is where it was", () => {
  const late = withLateScripts(page, "n1");
  expect(late).not.toMatch(/<link rel="modulepreload"|type="module" async/);
  expect(late).toContain(
    '<p>Hello</p><link rel="later" href="/a.js"/><link rel="later" href="/b.js"/>' +
      '<script nonce="n1" type="later">import "/a.js";</script></body>',
  );
});

test("the last script of a page has the others loaded, and runs them", () => {
  const last = withLateScripts(page, "n1").split('<script nonce="n1">').at(-1);
  expect(last).toMatch(/link\[rel=later\].*"modulepreload".*script\[type=later\].*<\/script>$/);
});

test("a page without scripts is left alone", () => {
  expect(withLateScripts("<p>Out of order</p>", "n1")).toBe("<p>Out of order</p>");
});
