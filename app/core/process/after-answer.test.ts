import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterAnswer, endWaits } from "./after-answer.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const over = vi.fn();
afterEach(() => over.mockClear());

it("deferred work waits a tenth of a second after a response, whatever else is requested meanwhile", async () => {
  void afterAnswer().then(over);
  await vi.advanceTimersByTimeAsync(60);
  void afterAnswer().then(over);
  await vi.advanceTimersByTimeAsync(39);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(over).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60);
  expect(over).toHaveBeenCalledTimes(2);
});

it("deferred work runs immediately, and once, if somebody needs its result", async () => {
  const waits = [afterAnswer().then(over), afterAnswer().then(over)];
  endWaits();
  await Promise.all(waits);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(over).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
