import { describe, expect, test } from "vitest";
import { keepPictures, keptPictures } from "./stored-pictures";

const hour = 60 * 60 * 1000;
const picture = { body: "<g/>", width: 32, height: 32 };
const named = (...names: string[]) => new Map(names.map((name) => [name, picture]));

/** A browser's storage, which may hold something already. */
function storage(content?: string) {
  const kept = new Map(content === undefined ? [] : [["emoji-pictures", content]]);
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
}

describe("pictures in a browser's storage", () => {
  test("are kept for 168 hours", () => {
    const place = storage();
    keepPictures(place, named("a"), 0);
    expect(keptPictures(place, 168 * hour - 1)).toEqual(named("a"));
    expect(keptPictures(place, 168 * hour).size).toBe(0);
  });

  test("pictures in a browser's storage that are too old are deleted when others are stored", () => {
    const place = storage();
    keepPictures(place, named("old"), 0);
    keepPictures(place, named("new"), 169 * hour);
    expect(place.getItem("emoji-pictures")).not.toContain("old");
  });

  test("are limited to fifty: the oldest are removed", () => {
    const place = storage();
    keepPictures(place, named("first"), 0);
    keepPictures(place, named(...Array.from({ length: 49 }, (_, number) => `n${number}`)), hour);
    expect([keptPictures(place, hour).size, keptPictures(place, hour).has("first")]).toEqual([50, true]);
    keepPictures(place, named("last"), 2 * hour);
    expect([
      keptPictures(place, 2 * hour).size,
      keptPictures(place, 2 * hour).has("first"),
      keptPictures(place, 2 * hour).has("last"),
    ]).toEqual([50, false, true]);
  });

  test("cause no errors if the storage is full, disabled, or missing", () => {
    const fails = () => {
      throw new DOMException("no", "QuotaExceededError");
    };
    expect(() => keepPictures({ getItem: () => null, setItem: fails }, named("a"))).not.toThrow();
    expect(keptPictures({ getItem: fails }).size).toBe(0);
    expect(() => keepPictures(undefined, named("a"))).not.toThrow();
    expect(keptPictures(undefined).size).toBe(0);
  });

  test.each([
    "",
    "{",
    "null",
    "7",
    '"text"',
    "[1]",
    '{"a":null}',
    '{"a":{"body":7,"width":1,"height":1,"at":0}}',
    '{"a":{"body":"<g/>","width":1,"height":1,"at":9e15}}',
  ])("pictures in a browser's storage that are damaged (%s) are ignored", (content) => {
    expect(keptPictures(storage(content), hour).size).toBe(0);
  });
});
