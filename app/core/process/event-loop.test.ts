import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { countArrival, goFirst, acceptWaitingConnections, yieldToEventLoop } from "./event-loop.server";

/** The clock stands still unless a test advances it; only turns of the event loop pass. */
let now = performance.now();
const timePasses = () => void (now += 5);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Simulates endless long work, and counts its steps until it is stopped. */
function working() {
  let steps = 0;
  let going = true;
  const done = (async () => {
    while (going) {
      timePasses();
      steps++;
      await yieldToEventLoop();
    }
  })();
  return { steps: () => steps, stop: () => ((going = false), done) };
}

/** Simulates a request that is answered after this many turns. */
const answeredAfter = (turns: number) =>
  new Promise<void>((resolve) => {
    goFirst((answered) => {
      void (async () => {
        for (let done = 0; done < turns; done++) await turn();
        answered();
        resolve();
      })();
    });
  });

it("pauses while a request is waiting, and continues afterwards", async () => {
  const { steps, stop } = working();
  while (steps() < 3) await turn();
  const before = steps();
  await answeredAfter(10);
  expect(steps() - before).toBeLessThanOrEqual(1);
  while (steps() < before + 3) await turn();
  await stop();
});

it("finishes although requests are always waiting", async () => {
  let answered = () => undefined as void;
  goFirst((end) => (answered = end));
  const { steps, stop } = working();
  while (steps() < 3) {
    timePasses();
    await turn();
  }
  answered();
  answered(); // a second call has no effect
  await stop();
});

it("work that goes first is not delayed by its own request", async () => {
  let resolve: (turns: number) => void = () => undefined;
  const counted = new Promise<number>((took) => (resolve = took));
  goFirst((answered) => {
    void (async () => {
      let turns = 0;
      let going = true;
      const counting = (async () => {
        for (; going; turns++) await turn();
      })();
      for (let done = 0; done < 5; done++) {
        timePasses();
        await yieldToEventLoop();
      }
      going = false;
      await counting;
      answered();
      resolve(turns);
    })();
  });
  expect(await counted).toBeLessThan(12);
});

it("accepts all waiting connections, one per turn, before long work continues", async () => {
  let left = 40;
  const arriving = (async () => {
    for (; left > 0; left--) {
      countArrival();
      await turn();
    }
  })();
  await acceptWaitingConnections();
  expect(left).toBe(0);
  await arriving;
});

it("continues although new connections arrive in every turn", async () => {
  let going = true;
  const arriving = (async () => {
    for (; going; timePasses()) {
      countArrival();
      await turn();
    }
  })();
  await acceptWaitingConnections();
  going = false;
  await arriving;
});
