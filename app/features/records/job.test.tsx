/** The page of a job, as the server draws it and as a browser with scripts takes it over. */
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import JobPage, { meta } from "./job";

afterEach(cleanup);

const data = { id: "1", title: "Importing users.csv", done: 4, total: 10, back: "/users" };
const Page = createRemixStub([{ id: "run", path: "/", Component: JobPage, loader: () => data }]);
const known = { hydrationData: { loaderData: { run: data } } };

it("the page reloads by itself only without scripts, as it would otherwise replace another page", async () => {
  expect(renderToString(<Page {...known} />)).toMatch(
    /<noscript><meta http-equiv="refresh" content="3"\/?><\/noscript>/,
  );
  expect(JSON.stringify(meta({ data } as Parameters<typeof meta>[0]))).not.toContain("refresh");

  const { container } = render(<Page {...known} />);
  expect((await screen.findByRole("status")).textContent).toContain("4 of 10 rows");
  expect(container.querySelector("meta")).toBeNull();
});

it("the page says that it waits for the end when all rows are done", async () => {
  const Done = createRemixStub([{ id: "run", path: "/", Component: JobPage, loader: () => ({ ...data, done: 10 }) }]);
  render(<Done hydrationData={{ loaderData: { run: { ...data, done: 10 } } }} />);
  expect((await screen.findByRole("status")).textContent).toBe("10 of 10 rows, 100%. Finishing…");
});

it("the page says how an earlier job ended, with its undo and the next step", async () => {
  const ended = {
    text: "It was interrupted. 2 of 5 were done by then.",
    to: "/users",
    undo: "act-1",
    links: [{ href: "/activity?change=act-1", title: "See which" }],
    failed: true,
    at: new Date(),
  };
  const Ended = createRemixStub([{ id: "run", path: "/", Component: JobPage, loader: () => ({ ...data, ended }) }]);
  render(<Ended hydrationData={{ loaderData: { run: { ...data, ended } } }} />);
  expect(await screen.findByText(ended.text)).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    expect.arrayContaining(["/users", "/activity?change=act-1"]),
  );
  expect(new FormData(screen.getByText("Undo").closest("form") ?? undefined).get("batch")).toBe("act-1");
});
