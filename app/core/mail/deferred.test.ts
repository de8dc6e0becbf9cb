import { describe, expect, it } from "vitest";
import { write } from "db";
import { testDatabase } from "~/testing/database";
import { sendDeferred, deferNotifications, nowOrDeferred } from "./deferred.server";

testDatabase();

describe("deferred notifications", () => {
  it("are all sent although some of them fail", async () => {
    const told: number[] = [];
    const fails = [3, 60];
    const news = Array.from({ length: 120 }, (_, number) => async () => {
      if (fails.includes(number)) throw new Error("This one fails.");
      told.push(number);
    });
    await sendDeferred(news);
    expect([...new Set(told)]).toHaveLength(118);
    expect(told.at(-1)).toBe(119);
  });

  it("are dropped when their change is rolled back", async () => {
    const news = await deferNotifications(async () => {
      const change = (fails: boolean) =>
        write(async (tx) => {
          await nowOrDeferred(tx, async () => undefined);
          if (fails) throw new Error("Taken back.");
        });
      await expect(change(true)).rejects.toThrow("Taken back.");
      await change(false);
    });
    expect(news).toHaveLength(1);
  });
});
