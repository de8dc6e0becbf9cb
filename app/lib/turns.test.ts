import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { breathe, goFirst } from "./turns.server";

/** Works as if there were much to do, and counts how often it got on, until it is stopped. */
function working() {
  let steps = 0;
  let going = true;
  const done = (async () => {
    while (going) {
      for (const begun = performance.now(); performance.now() - begun < 5; );
      steps++;
      await breathe();
    }
  })();
  return { steps: () => steps, stop: () => ((going = false), done) };
}

/** Somebody who waits for an answer that takes so many turns. */
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

it("does not get on while somebody waits for an answer, and goes on then", async () => {
  const { steps, stop } = working();
  await pause(20);
  const before = steps();
  await answeredAfter(10);
  expect(steps() - before).toBeLessThanOrEqual(1);
  await pause(30);
  expect(steps() - before).toBeGreaterThan(1);
  await stop();
});

it("ends although somebody always waits", async () => {
  let answered = () => undefined as void;
  goFirst((end) => (answered = end));
  const { steps, stop } = working();
  while (steps() < 3) await pause(10);
  answered();
  answered(); // counts once
  await stop();
});

it("is not kept waiting by the request that it is done for", async () => {
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
        for (const begun = performance.now(); performance.now() - begun < 5; );
        await breathe();
      }
      going = false;
      await counting;
      answered();
      resolve(turns);
    })();
  });
  expect(await counted).toBeLessThan(12);
});
