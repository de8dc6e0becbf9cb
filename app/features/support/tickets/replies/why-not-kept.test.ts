import { expect, it } from "vitest";
import { draftProblem } from "./why-not-kept";

it("a stored draft has no error message", async () => {
  expect(await draftProblem(new Response(null, { status: 204 }))).toBeUndefined();
});

it.each([400, 409])("our own refusal (%i) is said as it is", async (status) => {
  expect(await draftProblem(new Response("Take the card out.", { status }))).toBe("Take the card out.");
});

it.each<[string, Response | undefined, RegExp]>([
  ["nobody", undefined, /could not be reached/],
  ["one that finds it too long", new Response("<h1>", { status: 413 }), /too long/],
  ["one that has no such ticket", new Response("{}", { status: 404 }), /is gone/],
  ["one that broke", new Response("Error: at x.ts:3", { status: 500 }), /just now \(error 500\)/],
  ["one that is busy", new Response("{}", { status: 503 }), /just now \(error 503\)/],
  [
    "a proxy",
    new Response("<h1>Bad request</h1>", { status: 400, headers: { "Content-Type": "text/html" } }),
    /just now \(error 400\)/,
  ],
])("a failed draft by %s has its own message", async (_, answer, says) => {
  const why = await draftProblem(answer);
  expect(why).toMatch(says);
  expect(why).toContain("Your text is still here");
});
