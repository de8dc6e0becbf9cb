import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { post, run } from "~/testing/requests";
import { parseForm, rejectForm } from "./form.server";
import { fieldText, maxPictureBytes } from "./form-state";
import { text } from "./rules";

const Part = z.object({ code: text({ max: 9 }), colors: z.array(z.string()) });
const Line = z.object({
  tags: z.array(z.string()).optional(),
  size: z.object({ title: text({ max: 20, ask: "Enter a title" }) }),
  price: text({ max: 9 }),
  parts: z.array(Part).optional(),
});
const Form = z.object({
  name: text({ max: 20, ask: "Enter a name" }),
  lines: z.array(Line).min(1, "Add a line"),
  offers: z.array(text({ max: 20, ask: "Enter an offer" })).nullish(),
  password: z.string().optional(),
});

type Fields = Record<string, string | string[]>;
const line = (number: number, title: string): Fields => ({
  [`lines.${number}.size.title`]: title,
  [`lines.${number}.price`]: `${number}.00`,
});
const typed: Fields = {
  name: "Tent",
  ...line(4, "Lamp"),
  ...line(0, "Sofa"),
  ...line(7, "Desk"),
  offers: ["a", "b", "c"],
};
const press = (rows: string, fields: Fields = typed) => parseForm(post("/", { ...fields, rows }), Form);
const titles = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, value]) => (name.endsWith(".title") ? [value] : []));

describe("a button that changes rows", () => {
  it("posts the whole form and shows it again with all input, even invalid, and without errors", async () => {
    const key = crypto.randomUUID();
    const form = await press("add:lines", { ...typed, name: "", "lines.4.price": "x".repeat(99), revision: "3", key });
    expect(form).toMatchObject({
      ok: false,
      rows: "add:lines",
      status: 200,
      errors: {},
      revision: 3,
      key,
      fields: { name: "", "lines.4.price": "x".repeat(99), offers: ["a", "b", "c"] },
    });
    const answer = await run(() => rejectForm(form), post("/"));
    expect(answer).toMatchObject({
      status: 200,
      data: { form: { fields: form.fields, errors: {}, revision: 3, key } },
    });
  });

  it("adds an empty row at the end, which stays until it is removed", async () => {
    const added = await press("add:lines");
    expect(titles(added.fields)).toEqual(["Lamp", "Sofa", "Desk", ""]);
    expect(added.fields["lines.3.size.title"]).toBe("");
    expect(titles((await press("add:lines", added.fields)).fields)).toEqual(["Lamp", "Sofa", "Desk", "", ""]);
    expect(await press("add:lines", { name: "Tent" })).toMatchObject({ fields: { "lines.0.size.title": "" } });
    expect(await parseForm(post("/", { name: "Tent", "lines.0.size.title": "" }), Form)).toMatchObject({
      ok: false,
      errors: { "lines.0.size.title": "Enter a title" },
    });
  });

  it("leaves the default values of a new row to the page", async () => {
    const { fields, errors } = await press("add:lines");
    expect(fieldText({ fields, errors }, "lines.3.price", "1.00")).toBe("1.00");
  });

  it("gives a new row an unused number", async () => {
    expect(titles((await press("add:lines", { ...line(2, "A"), ...line(3, "B") })).fields)).toEqual(["A", "B", ""]);
  });

  it.each([
    ["remove:lines.0", ["Lamp", "Desk"]],
    ["up:lines.0", ["Sofa", "Lamp", "Desk"]],
    ["down:lines.0", ["Lamp", "Desk", "Sofa"]],
    ["up:lines.4", ["Lamp", "Sofa", "Desk"]],
    ["down:lines.7", ["Lamp", "Sofa", "Desk"]],
    ["remove:lines.1", ["Lamp", "Sofa", "Desk"]],
  ])("%s leaves the rows %j", async (button, expected) => {
    const { fields, ...form } = await press(button);
    expect(form).toMatchObject({ status: 200, rows: button, errors: {} });
    expect(titles(fields)).toEqual(expected);
    const saved = await parseForm(post("/", fields), Form);
    expect(saved.ok && saved.values.lines.map(({ size }) => size.title)).toEqual(expected);
    expect(fields).toMatchObject({ name: "Tent", "lines.4.price": "4.00", offers: ["a", "b", "c"] });
  });

  it.each([
    ["add:offers", ["a", "b", "c", ""]],
    ["remove:offers.0", ["b", "c"]],
    ["up:offers.2", ["a", "c", "b"]],
    ["down:offers.2", ["a", "b", "c"]],
    ["remove:offers.3", ["a", "b", "c"]],
  ])("%s leaves the texts %j", async (button, expected) => {
    expect(await press(button)).toMatchObject({ status: 200, rows: button, errors: {}, fields: { offers: expected } });
  });

  it("can remove the last row of a list", async () => {
    expect((await press("remove:offers.0", { offers: ["a"] })).fields).toEqual({ offers: [] });
    expect((await press("remove:lines.4", { ...line(4, "Lamp") })).fields).toEqual({ offers: [] });
  });

  it("changes rows within rows", async () => {
    const nested = {
      ...typed,
      "lines.4.parts.2.code": "x",
      "lines.4.parts.0.code": "y",
      "lines.4.parts.0.colors": ["red", "blue"],
    };
    const up = await press("up:lines.4.parts.0", nested);
    expect(Object.keys(up.fields).filter((name) => name.endsWith("code"))).toEqual([
      "lines.4.parts.0.code",
      "lines.4.parts.2.code",
    ]);
    expect((await press("remove:lines.4.parts.0.colors.0", nested)).fields).toMatchObject({
      "lines.4.parts.0.colors": ["blue"],
    });
    expect((await press("add:lines.0.parts", nested)).fields).toMatchObject({ "lines.0.parts.0.code": "" });
  });

  it.each([
    "",
    "null",
    "add",
    "add:",
    "add:name",
    "add:nothing",
    "add:lines.0",
    "remove:lines",
    "remove:lines.x",
    "remove:lines.-1",
    "remove:lines.9999999",
    "up:name.0",
    "sideways:lines.0",
    "add:__proto__",
    "remove:constructor.0",
    "Add:lines",
    "add:lines\n",
  ])("a button that changes rows with the value %j is unknown: nothing is saved, and nothing is lost", async (button) =>
    expect(await press(button)).toMatchObject({
      ok: false,
      status: 400,
      errors: { "": expect.stringContaining("press one of the form's own") },
      fields: { name: "Tent" },
    }),
  );

  it("adds no row to two hundred, and says so", async () => {
    const many = Object.assign({}, ...Array.from({ length: 200 }, (_, number) => line(number, "Lamp"))) as Fields;
    const full = await press("add:lines", many);
    expect(full).toMatchObject({
      status: 400,
      errors: { lines: "At most 200 rows fit here. Remove one before you add another." },
    });
    expect(titles(full.fields)).toHaveLength(200);
    expect(titles((await press("remove:lines.9", many)).fields)).toHaveLength(199);
    const offers = Array<string>(200).fill("x");
    expect(await press("add:offers", { offers })).toMatchObject({
      errors: { offers: expect.any(String) },
      fields: { offers },
    });
  });

  it("never returns a password, and names a file that was lost because it is too large", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ password: "secret", rows: "add:lines" })) body.append(name, value);
    body.append("picture", new File([new Uint8Array(maxPictureBytes + 1)], "large.png"));
    const form = await parseForm(new Request("http://portico.test/", { method: "POST", body }), Form, maxPictureBytes);
    expect(form).toMatchObject({
      ok: false,
      rows: "add:lines",
      status: 413,
      errors: { picture: expect.stringContaining("larger than 8 MB") },
      fields: { "lines.0.size.title": "" },
    });
    expect(JSON.stringify(form)).not.toContain("secret");
  });

  it("has the same effect as on a plain list, however often it is pressed", async () => {
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom("add", "remove", "up", "down"),
        list: fc.constantFrom("lines", "offers"),
        at: fc.nat(5),
      }),
      { maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (acts) => {
        const model: Record<string, string[]> = { lines: ["Lamp", "Sofa", "Desk"], offers: ["a", "b", "c"] };
        let fields: Fields = typed;
        for (const { act, list, at } of acts) {
          const items = model[list] ?? [];
          const number =
            list === "offers"
              ? at
              : [...new Set(Object.keys(fields).flatMap((name) => /^lines\.(\d+)/.exec(name)?.[1] ?? []))][at];
          if (act === "add") items.push("");
          else if (at >= items.length) continue;
          else if (act === "remove") items.splice(at, 1);
          else if (act === "up" ? at > 0 : at < items.length - 1)
            items.splice(
              act === "up" ? at - 1 : at,
              2,
              ...items
                .slice(act === "up" ? at - 1 : at)
                .slice(0, 2)
                .reverse(),
            );
          fields = (await press(act === "add" ? `add:${list}` : `${act}:${list}.${number}`, fields)).fields;
        }
        expect({ lines: titles(fields), offers: fields.offers }).toEqual(model);
      }),
      { numRuns: 200 },
    );
  });
});
