import { expect, test } from "vitest";
import { iconNames } from "~/ui/icons/icon-names";
import { loader } from "~/shell/icons";
import { iconSet, pickIcons } from "./icons.server";
import { drawSprite } from "./sprite";

async function ask(path: string) {
  const file = new URL(path, "http://localhost").pathname.split("/").at(-1);
  const answer = await loader({
    request: new Request(`http://localhost${path}`),
    params: { file },
    context: { nonce: "", requestId: "", address: "" },
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

test("icons are served in Iconify's format and cached for 168 hours", async () => {
  const { status, headers, body } = await ask("/icons/lucide.json?icons=bell,user");
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toBe("public, max-age=604800");
  expect(body.prefix).toBe("lucide");
  expect(Object.keys(body.icons as object)).toEqual(["bell", "user"]);
  expect(body.icons).toHaveProperty("bell.body", expect.stringContaining("<path"));
  expect(body.width).toBe(24);
  expect(body).not.toHaveProperty("not_found");
});

test("names that a set does not contain are listed, whatever they are", async () => {
  const { status, body } = await ask("/icons/lucide.json?icons=bell,no-such-icon,constructor,__proto__");
  expect(status).toBe(200);
  expect(Object.keys(body.icons as object)).toEqual(["bell"]);
  expect(body.not_found).toEqual(["no-such-icon", "constructor", "__proto__"]);
});

test("an alias is returned together with its parent", async () => {
  const { body } = await ask("/icons/lucide.json?icons=activity-square");
  expect(body.aliases).toEqual({ "activity-square": { parent: "square-activity" } });
  expect(body.icons).toHaveProperty("square-activity");
});

test("the emoji set is available", async () => {
  const { body } = await ask("/icons/fluent-emoji-flat.json?icons=backpack");
  expect(body.icons).toHaveProperty("backpack");
});

test("an unknown prefix is a 404", async () => {
  expect((await ask("/icons/mdi.json?icons=bell")).status).toBe(404);
  expect((await ask("/icons/constructor.json?icons=bell")).status).toBe(404);
  expect((await ask("/icons/lucide?icons=bell")).status).toBe(404);
});

test("a URL over 500 characters is refused, and one of 500 is answered", async () => {
  const start = "/icons/lucide.json?icons=";
  expect((await ask(start + "a".repeat(500 - start.length))).status).toBe(200);
  expect((await ask(start + "a".repeat(501 - start.length))).status).toBe(414);
});

test("a request without icons is answered with a message", async () => {
  const { status, body } = await ask("/icons/lucide.json");
  expect(status).toBe(400);
  expect(body.message).toMatch(/\?icons=/);
});

test("the sprite contains every icon in use and leaves the stroke to CSS", async () => {
  const set = await iconSet("lucide");
  if (!set) throw new Error("lucide is not installed");
  const sprite = drawSprite(set, iconNames);
  for (const name of iconNames) expect(sprite).toContain(`<symbol id="${name}"`);
  expect(sprite).not.toContain("stroke-width");
});

test("a sprite contains aliases under their own names", () => {
  expect(drawSprite({ icons: { a: { body: "<g/>" } }, aliases: { b: { parent: "a" } } }, ["b"])).toContain(
    '<symbol id="b" viewBox="0 0 24 24"><g/></symbol>',
  );
});

test("an unknown Lucide icon fails the build with its name", () => {
  expect(() => drawSprite({ icons: {} }, ["nonesuch"])).toThrow(/"nonesuch"/);
});

test("aliases of aliases are followed", () => {
  const set = {
    prefix: "x",
    icons: { a: { body: "<g/>" } },
    aliases: { b: { parent: "a" }, c: { parent: "b" }, d: { parent: "gone" } },
  };
  expect(pickIcons(set, ["c", "d"])).toMatchObject({
    icons: { a: { body: "<g/>" } },
    aliases: { b: { parent: "a" }, c: { parent: "b" } },
    not_found: ["d"],
  });
});
