import { describe, expect, it } from "vitest";
import { FairQueue, QueueFull } from "./fair-queue.server";

const known = (key: string) => ({ key, isKnown: true });
const stranger = (key: string) => ({ key, isKnown: false });
const queueOf = (options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) =>
  new FairQueue({ maxConcurrent: 1, maxPerKey: 100, maxPerLane: 100, fullMessage: "Wait.", ...options });

/** Creates tasks that record their order and how many ran concurrently. */
function recorder() {
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const task = (name: string) => async () => {
    most = Math.max(most, ++running);
    order.push(name);
    await Promise.resolve();
    running--;
  };
  return { order, task, mostAtOnce: () => most };
}

describe("a fair queue", () => {
  it("never runs more tasks at the same time than its limit", async () => {
    const { task, mostAtOnce, order } = recorder();
    const queue = queueOf({ maxConcurrent: 2 });
    await Promise.all(Array.from({ length: 20 }, (_, number) => queue.run(known(`${number % 3}`), task(`${number}`))));
    expect([mostAtOnce(), order.length]).toEqual([2, 20]);
  });

  it("runs one person's single task before the rest of another person's many", async () => {
    const { task, order } = recorder();
    const queue = queueOf();
    const crowd = Array.from({ length: 60 }, () => queue.run(known("crowd"), task("crowd")));
    await Promise.all([...crowd, queue.run(known("ada"), task("ada"))]);
    expect(order.indexOf("ada")).toBeLessThanOrEqual(2);
  });

  it("runs a known person's task before those of many strangers, each from its own address", async () => {
    const { task, order } = recorder();
    const queue = queueOf();
    const crowd = Array.from({ length: 60 }, (_, number) => queue.run(stranger(`${number}`), task("stranger")));
    await Promise.all([...crowd, queue.run(known("ada"), task("ada"))]);
    expect(order.indexOf("ada")).toBeLessThanOrEqual(2);
  });

  it("a fair queue also runs tasks of strangers while known people keep it busy", async () => {
    const { task, order } = recorder();
    const queue = queueOf();
    const crowd = Array.from({ length: 60 }, (_, number) => queue.run(known(`${number}`), task("known")));
    await Promise.all([...crowd, queue.run(stranger("new"), task("new"))]);
    expect(order.indexOf("new")).toBeLessThanOrEqual(2);
  });

  it("refuses only people with too many tasks in it, with its message", async () => {
    const { task, order } = recorder();
    const queue = queueOf({ maxPerKey: 3 });
    const asked = Array.from({ length: 5 }, () => queue.run(known("crowd"), task("crowd")));
    const other = queue.run(known("ada"), task("ada"));
    const outcomes = await Promise.allSettled([...asked, other]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
    ]);
    expect(outcomes[3]).toMatchObject({ reason: expect.any(QueueFull) });
    expect(outcomes[3]).toMatchObject({ reason: { message: "Wait." } });
    expect(order).toHaveLength(4);
  });

  it("does not refuse known people when strangers have filled it", async () => {
    const { task } = recorder();
    const queue = queueOf({ maxPerLane: 2 });
    const strangers = ["1", "2", "3"].map((key) => queue.run(stranger(key), task("stranger")));
    const outcomes = await Promise.allSettled([...strangers, queue.run(known("ada"), task("ada"))]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  it("frees the slot when a task fails", async () => {
    const queue = queueOf({ maxPerKey: 1 });
    await expect(queue.run(known("ada"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.run(known("ada"), () => "yes")).toBe("yes");
  });

  it("runs a task that was queued by one of its own tasks immediately, to avoid a deadlock", async () => {
    const queue = queueOf({ maxPerKey: 1 });
    expect(await queue.run(known("ada"), () => queue.run(known("ada"), () => "inner"))).toBe("inner");
  });

  it("counts all tasks of one call that holds a slot as one", async () => {
    const queue = queueOf({ maxPerKey: 1 });
    const held = queue.hold(known("ada"), async () => [
      await queue.run(known("ada"), () => 1),
      await queue.run(known("ada"), () => 2),
    ]);
    await expect(queue.run(known("ada"), () => 3)).rejects.toThrow(QueueFull);
    expect(await held).toEqual([1, 2]);
  });

  it("yields to the event loop between two tasks", async () => {
    const { task, order } = recorder();
    const queue = queueOf();
    const both = [queue.run(known("ada"), task("first")), queue.run(known("ada"), task("second"))];
    setImmediate(() => order.push("a request"));
    await Promise.all(both);
    expect(order).toEqual(["first", "a request", "second"]);
  });
});
