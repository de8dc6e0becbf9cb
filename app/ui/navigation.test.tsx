import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SettledOutlet, SettledState, useNavigation, usePendingHere } from "./navigation";

/** Renders so far, of the frame and of the page below it. */
const renders = { frame: 0, page: 0 };
let answerNext: () => void;

function Frame() {
  renders.frame++;
  useLoaderData();
  return <Outlet />;
}

function Page() {
  renders.page++;
  return (
    <>
      <p>Page {useLoaderData<string>()}</p>
      <State />
      <Link to="/other">Other</Link>
      <Link to="/list?sort=name">Sorted</Link>
    </>
  );
}

function State() {
  return (
    <output>
      {useNavigation().state} {usePendingHere()?.search}
    </output>
  );
}

const App = createRemixStub([
  {
    path: "/",
    Component: () => (
      <SettledState>
        <SettledOutlet />
      </SettledState>
    ),
    children: [
      {
        path: "/",
        loader: () => "frame",
        Component: Frame,
        children: ["list", "other"].map((path) => ({
          path,
          Component: Page,
          loader: async ({ request }: { request: Request }) => {
            await new Promise<void>((resolve) => (answerNext = resolve));
            return path + new URL(request.url).search;
          },
        })),
      },
    ],
  },
]);

beforeEach(async () => {
  render(<App initialEntries={["/list"]} hydrationData={{ loaderData: { "0-0": "frame", "0-0-0": "list" } }} />);
  await screen.findByText("Page list");
  Object.assign(renders, { frame: 0, page: 0 });
});
afterEach(cleanup);

test("a navigation that begins renders neither page nor frame again, but shows that it is loading", async () => {
  fireEvent.click(screen.getByText("Other"));
  await screen.findByText("loading");
  expect(renders).toEqual({ frame: 0, page: 0 });
  answerNext();
  await screen.findByText("Page other");
  expect(renders).toEqual({ frame: 1, page: 1 });
  expect(screen.getByRole("status").textContent).toBe("idle ");
});

test("a list learns of the order of its rows that is being loaded", async () => {
  fireEvent.click(screen.getByText("Sorted"));
  await screen.findByText("loading ?sort=name");
  answerNext();
  await screen.findByText("Page list?sort=name");
});
