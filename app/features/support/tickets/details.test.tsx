import { useLoaderData, useRevalidator } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ticketPriorities } from "db/lookups";
import type { Ticket } from "db/schema";
import { Details } from "./details";

const triage = {
  priority: ticketPriorities,
  assigneeId: [
    { value: "", title: "Nobody" },
    { value: "4", title: "Kwame" },
  ],
};

let stored: Pick<Ticket, "priority" | "assigneeId">;
beforeEach(() => void (stored = { priority: "Normal", assigneeId: null }));
afterEach(cleanup);

async function open() {
  const loader = () => ({ id: 13, status: "Open", topic: "Other", orderId: null, firstAnsweredAt: null, ...stored });
  const Page = () => {
    const ticket = useLoaderData<typeof loader>() as unknown as Ticket;
    const { revalidate } = useRevalidator();
    return (
      <>
        <Details
          ticket={ticket}
          seesAll
          beside={{ assignee: undefined, hasOrder: false, triage }}
          setBy={{ priority: "Kwame", assigneeId: "Kwame" }}
        />
        <button onClick={revalidate}>Hear</button>
      </>
    );
  };
  const Stub = createRemixStub([{ path: "/support/tickets/13", Component: Page, loader }]);
  render(<Stub initialEntries={["/support/tickets/13"]} />);
  await screen.findByLabelText("Priority");
}

const field = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const seen = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value;
const choose = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
async function hear(now: Partial<typeof stored>) {
  stored = { ...stored, ...now };
  fireEvent.click(screen.getByText("Hear"));
  await waitFor(() =>
    expect([seen("seenPriority"), seen("seenAssigneeId")]).toEqual([stored.priority, String(stored.assigneeId ?? "")]),
  );
}

test.each([
  ["Priority", "Urgent", { priority: "High" }, "Kwame set it to High meanwhile"],
  ["Assigned", "4", { assigneeId: 5 }, "Kwame set it to Mara meanwhile"],
] as const)("a choice of %s that is not saved stays while a colleague sets another", async (label, mine, now, line) => {
  triage.assigneeId = [...triage.assigneeId.filter(({ value }) => value !== "5"), { value: "5", title: "Mara" }];
  await open();
  choose(label, mine);
  await hear(now);
  expect(field(label).value).toBe(mine);
  expect(screen.queryByText((_, element) => element?.tagName === "P" && element.textContent === line)).toBeTruthy();
  choose(label, Object.values(now).join());
  expect(screen.queryByText(/meanwhile/)).toBeNull();
});

test("an unchanged select follows what a colleague sets, without a message", async () => {
  await open();
  choose("Priority", "Urgent");
  await hear({ assigneeId: 4 });
  expect([field("Priority").value, field("Assigned").value]).toEqual(["Urgent", "4"]);
  expect(screen.queryByText(/meanwhile/)).toBeNull();
});

test("a choice that was saved by a colleague or the user follows the ticket again", async () => {
  await open();
  choose("Priority", "Urgent");
  await hear({ priority: "Urgent" });
  expect(screen.queryByText(/meanwhile/)).toBeNull();
  await hear({ priority: "Low" });
  expect(field("Priority").value).toBe("Low");
});
