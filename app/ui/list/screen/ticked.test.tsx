import { Link } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PersonContext } from "~/core/access/may";
import { readStored } from "~/core/values/browser-storage";
import type { ListView } from "~/core/list/list";
import { shownPage } from "~/ui/shown-page";
import { useTicked } from "./ticked";

const view = { path: "/users", search: "q=a", selectAll: false } as ListView;
let shown = ["1", "2", "3"];
let me = 7;

beforeEach(() => {
  [shown, me] = [["1", "2", "3"], 7];
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function List({ selectAll }: { selectAll: boolean }) {
  const list = useRef<HTMLFormElement>(null);
  const { ticked, look } = useTicked(list, { ...view, selectAll });
  return (
    <form ref={list} onChange={() => look()} onReset={() => look([])}>
      {shown.map((id) => (
        <input key={id} type="checkbox" name="ids" value={id} aria-label={id} />
      ))}
      <output>{ticked.join()}</output>
      <Link to="/users/1">Open</Link>
    </form>
  );
}

/** Loads the list, or all of it selected, by a `reload` or a `navigate` to an address. */
function load(type = "reload", { selectAll = false, at = "/users" } = {}) {
  cleanup();
  shownPage.href = at === "/users" ? "" : at;
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type } as PerformanceNavigationTiming]);
  const Page = () => (
    <>
      <Link to="/users">Go</Link>
      <Link to="/users" state="back">
        Go back
      </Link>
    </>
  );
  const Stub = createRemixStub([
    {
      path: "/users",
      Component: () => (
        <PersonContext.Provider value={me}>
          <List selectAll={selectAll} />
        </PersonContext.Provider>
      ),
    },
    { path: "*", Component: Page },
  ]);
  render(<Stub initialEntries={[at]} />);
}

const tick = (...ids: string[]) => ids.forEach((id) => fireEvent.click(screen.getByLabelText(id)));
function press(name: string) {
  if (name === "Open") shownPage.href = "/users/1";
  fireEvent.click(screen.getByRole("link", { name }));
}
const said = async () => (await screen.findByRole("status")).textContent;

test("ticked rows are restored when the list is reloaded, if they still exist", async () => {
  load();
  tick("1", "3");
  expect(await said()).toBe("1,3");
  shown = ["2", "3", "4"];
  load();
  expect(await said()).toBe("3");
  shown = ["1", "2", "3"]; // a row that was gone once is not ticked when it is back
  load("back_forward");
  expect(await said()).toBe("3");
  load("navigate");
  expect(await said()).toBe("");
});

test("a link back restores ticked rows, and any other link clears them for good", async () => {
  load();
  tick("2");
  press("Open");
  press("Go back");
  expect(await said()).toBe("2");
  press("Open");
  press("Go");
  expect(await said()).toBe("");
  load();
  expect(await said()).toBe("");
});

test("ticked rows are restored for the user who had to log in, and for nobody else", async () => {
  load();
  tick("2");
  load("navigate", { at: "/login?from=%2Fusers" });
  press("Go");
  expect(await said()).toBe("2");
  me = 8;
  load();
  expect(await said()).toBe("");
});

test("selecting all matches does not change the stored ticked rows", async () => {
  load();
  tick("2");
  load("reload", { selectAll: true });
  expect(readStored(7, "ticked:/users?q=a", "sessionStorage")).toEqual(["2"]);
  load();
  expect(await said()).toBe("2");
});

test("a cleared selection stays empty, and a damaged one is ignored", async () => {
  load();
  tick("2");
  document.querySelector("form")?.reset();
  load();
  expect(await said()).toBe("");
  sessionStorage["kept:ticked:/users?q=a"] = JSON.stringify({ of: 7, value: "123" });
  load();
  expect(await said()).toBe("");
});
