import { describe, expect, it } from "vitest";
import { z } from "zod";
import { changedFields, deepPartial } from "./deep-partial";

const Lamp = z
  .object({
    title: z.string().min(1, "Enter a title"),
    stock: z.int().default(0),
    note: z.string().optional(),
    image: z.string().nullable(),
    maker: z.object({ name: z.string(), country: z.string().default("Norway") }),
    tags: z.array(z.string()).default([]),
  })
  .refine(({ title, maker }) => title !== maker.name, "A lamp is not its maker");

describe("a partial schema", () => {
  it("accepts any subset of the fields, also within objects, and adds no defaults", () => {
    const Change = deepPartial(Lamp);
    for (const part of [
      {},
      { title: "Sun" },
      { stock: 3 },
      { image: null },
      { maker: { name: "Ada" } },
      { maker: {} },
      { tags: [] },
    ]) {
      expect(Change.parse(part)).toEqual(part);
    }
  });

  it("applies the same rules to the fields that are given", () => {
    const { error } = deepPartial(Lamp).safeParse({ title: "", maker: { name: 5 }, stock: null });
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["title", "stock", "maker.name"]);
  });

  it("cannot be made of a field whose default is hidden by a transform", () => {
    expect(() =>
      deepPartial(
        z.object({
          size: z
            .string()
            .default("m")
            .transform((size) => size.toUpperCase()),
        }),
      ),
    ).toThrow('Put the default of "size" last');
  });
});

describe("the changed fields of a body", () => {
  const known = { id: 1, title: "Sun", maker: { name: "Ada", country: "Norway" }, tags: ["new", "red"], image: null };

  it("are those that differ, also within objects; lists are compared as a whole", () => {
    expect(changedFields({ ...known }, known)).toEqual({});
    expect(changedFields({ title: "Moon", image: null }, known)).toEqual({ title: "Moon" });
    expect(changedFields({ maker: { name: "Ada", country: "Peru" } }, known)).toEqual({ maker: { country: "Peru" } });
    expect(changedFields({ tags: ["red", "new"] }, known)).toEqual({ tags: ["red", "new"] });
    expect(changedFields({ image: { name: "Ada" }, maker: null, other: 0 }, known)).toEqual({
      image: { name: "Ada" },
      maker: null,
      other: 0,
    });
  });

  it("include a whole object that refers to another record, but only the id if the rest is the same", () => {
    const lamp = { id: 1, maker: { id: 6, name: "Ada", country: "Norway" } };
    expect(changedFields({ id: 2, maker: { id: 7, name: "Ada" } }, lamp)).toEqual({
      id: 2,
      maker: { id: 7, name: "Ada" },
    });
    expect(changedFields({ maker: { id: 7, name: "Ada", country: "Norway" } }, lamp)).toEqual({ maker: { id: 7 } }); // sent back as it was read, with another id
    for (const id of ["6", "none", null])
      expect(changedFields({ maker: { id, name: "Ada", country: "Peru" } }, lamp)).toEqual({
        maker: { id, country: "Peru" },
      });
  });

  it("never touch the prototype of an object", () => {
    const body = JSON.parse('{"__proto__":{"title":"Moon"},"toString":1}') as Record<string, unknown>;
    expect(Object.keys(changedFields(body, known))).toEqual(["__proto__", "toString"]);
  });
});
