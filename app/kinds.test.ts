import { expect, test } from "vitest";
import { kinds } from "./kinds.server";

test("every kind of record is in the list: what is not has no undo, no trash and no links", () => {
  const files = import.meta.glob<Record<string, unknown>>("./*/*.server.ts", { eager: true });
  const declared = Object.values(files)
    .flatMap((file) => Object.values(file))
    .flatMap((value) => (typeof value === "object" && value !== null && "asLeft" in value ? [value] : []));
  expect(declared.length).toBeGreaterThan(0);
  expect(new Set(declared)).toEqual(new Set(kinds()));
});
