import { expect, test } from "vitest";
import { IdleCollector } from "./idle-collection.server";

const megabyte = 1024 * 1024;

/** Allocates 64 MB that nothing refers to. */
function allocateGarbage() {
  for (let count = 0; count < 64; count++) Buffer.alloc(megabyte, 1);
  return process.memoryUsage().arrayBuffers;
}

test("an idle server frees the memory that its requests have left", () => {
  const collector = new IdleCollector();
  collector.check(0);
  const before = allocateGarbage();
  const collected = collector.check(0.01);
  expect(collected).toBe(true);
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(before - 32 * megabyte);
});

test("a busy server is not interrupted to free memory", () => {
  const collector = new IdleCollector();
  allocateGarbage();
  expect(collector.check(0.5)).toBe(false);
});

test("an idle server that has allocated little is left alone", () => {
  const collector = new IdleCollector();
  collector.check(0);
  expect(collector.check(0)).toBe(false);
});
