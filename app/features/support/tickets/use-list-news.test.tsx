import { Link, useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ListView } from "~/core/list/list";
import { watchEvent } from "~/features/inbox/use-live-inbox";
import { ListNews } from "./list-news";
import { useListNews } from "./use-list-news";

interface Ticket {
  id: number;
  status: string;
  createdAt: string;
}

const yesterday = "2026-11-28T12:00:00.000Z";
const [today, later] = ["2026-11-29T12:00:00.000Z", "2026-11-29T12:00:05.000Z"];

/** The list's current tickets in order, and the newest journal entry id. */
let stored: Ticket[];
let entry: number;

function ListPage() {
  const { rows, ...news } = useListNews<Ticket>(
    useLoaderData<{ tickets: Ticket[]; loadedAt: string; entry: number }>(),
    false,
  );
  return (
    <>
      <ListNews {...news} view={{ path: "/support/tickets", search: "" } as ListView} />
      <p data-testid="rows">{rows.map(({ id, status }) => `#${id} ${status}`).join(", ")}</p>
      <Link to="/support/tickets">Reload</Link>
    </>
  );
}

async function openList() {
  const loader = () => ({ tickets: stored, loadedAt: entry === 1 ? today : later, entry });
  const Stub = createRemixStub([{ path: "/support/tickets", Component: ListPage, loader }]);
  render(<Stub initialEntries={["/support/tickets"]} />);
  await screen.findByTestId("rows");
}

const rows = () => screen.getByTestId("rows").textContent;
const send = (changed: Ticket[]) =>
  fireEvent(window, new CustomEvent(watchEvent, { detail: { entry: ++entry, rows: changed } }));

const first = { id: 1, status: "Open", createdAt: yesterday };
const second = { id: 2, status: "Open", createdAt: yesterday };

beforeEach(() => {
  stored = [second, first];
  entry = 1;
});
afterEach(cleanup);

test("a new ticket is offered, and moves no row until it is loaded", async () => {
  await openList();
  const third = { id: 3, status: "Open", createdAt: later };
  stored = [third, second, first];
  send([third]);
  expect(await screen.findByRole("link", { name: "1 new ticket · Show" })).toBeTruthy();
  expect(rows()).toBe("#2 Open, #1 Open");
  fireEvent.click(screen.getByText("Reload"));
  await screen.findByText("#3 Open, #2 Open, #1 Open");
  expect(screen.queryByRole("link", { name: /Show/ })).toBeNull();
});

test("a colleague's change is shown in the row's place, even if the ticket leaves the list", async () => {
  await openList();
  const solved = { ...second, status: "Solved" };
  stored = [first];
  send([solved]);
  await screen.findByText("#2 Solved, #1 Open");
  expect(await screen.findByRole("link", { name: "The list has changed · Show" })).toBeTruthy();
});

test("a change that does not affect the order offers nothing", async () => {
  await openList();
  const solved = { ...second, status: "Solved" };
  stored = [solved, first];
  send([solved]);
  await screen.findByText("#2 Solved, #1 Open");
  expect(screen.queryByRole("link", { name: /Show/ })).toBeNull();
});
