/** What pages say of the runs that changes wait for. */
import { createRemixStub } from "@remix-run/testing";
import { Form } from "@remix-run/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RunBanner } from "./banner";
import type { HoldingRun } from "./runs.server";

const run: HoldingRun = { id: "1", title: "Importing people.csv", byName: "Ada Active", part: 43 };
let now: HoldingRun[] = [];
let answer: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("fetch", vi.fn(async (address: string) => Response.json(address === "/runs/now" ? now : "?")));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  now = [];
});

const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

function open(runs: HoldingRun[]) {
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <>
          <RunBanner runs={runs} />
          <Form method="post">
            <button>Save</button>
          </Form>
        </>
      ),
      action: () => new Promise((resolve) => (answer = () => resolve(null))),
    },
  ]);
  render(<Page />);
}

const said = () => screen.queryByRole("status")?.textContent;

it("a form that waits for one is told so, and how far it is, until it has its answer", async () => {
  open([]);
  now = [run];
  await later(3);
  expect(said()).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("Save"));
  await later(1.1);
  expect(said()).toBe("Importing people.csv (Ada Active, 43%). What you sent waits for that, and will be done then.");
  now = [{ ...run, part: 44 }];
  await later(1.1);
  expect(said()).toContain("44%");
  now = [];
  answer();
  await later(1.1);
  expect(said()).toBeUndefined();
});

it("a form that is answered soon asks nothing", async () => {
  open([]);
  fireEvent.click(screen.getByText("Save"));
  await later(0.5);
  await act(async () => answer());
  await later(3);
  expect(fetch).not.toHaveBeenCalled();
});

it("what the page came with goes on by itself, and is gone when it has ended", async () => {
  open([run]);
  expect(said()).toBe("Importing people.csv (Ada Active, 43%). You can read on; changes wait until it is done.");
  now = [{ ...run, part: 90 }];
  await later(1.1);
  expect(said()).toContain("90%");
  now = [];
  await later(1.1);
  expect(said()).toBeUndefined();
});
