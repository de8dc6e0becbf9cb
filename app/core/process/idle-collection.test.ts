import { expect, test } from "vitest";
import { IdleCollector } from "./idle-collection.server";

const megabyte = 1024 * 1024;

/** Allocates 64 MB that nothing refers to afterwards, and returns how much was in use with it. */
function allocateGarbage() {
  const buffers = Array.from({ length: 64 }, () => Buffer.alloc(megabyte, 1));
  const { arrayBuffers } = process.memoryUsage();
  buffers.length = 0; // refers to them until they are counted
  return arrayBuffers;
}

test("an idle server frees the memory that its requests have left", async () => {
  const collector = new IdleCollector();
  collector.check(0);
  const before = allocateGarbage();
  const collected = collector.check(0.01);
  expect(collected).toBe(true);
  // V8 returns the memory of buffers from a thread of its own, after the collection.
  await expect.poll(() => process.memoryUsage().arrayBuffers).toBeLessThan(before - 32 * megabyte);
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
