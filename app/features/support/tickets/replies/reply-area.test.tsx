/** Tests that the reply form and its text stay while new messages arrive. */
import { Link, redirect, useActionData, useLoaderData, useRevalidator } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FormState } from "~/core/form/form-state";
import { watchEvent } from "~/features/inbox/use-live-inbox";
import type { TicketStatus } from "db/lookups";
import { ReplyArea } from "./reply-area";
import type { Writing } from "./reply-form";
import { Form } from "~/ui/owned-form";

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 })); // drafts are kept elsewhere
  status = "Open";
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ticket = { revision: 1, id: 5, requesterName: "Ben", mergedInto: null, deletedAt: null } as const;
const writing: Writing = {
  formKey: "0-0-0-0-0",
  mayNote: false,
  statuses: [],
  body: "",
  internal: false,
  savedAt: undefined,
  files: [],
  draftsOf: "",
  canned: [],
  writers: [],
};

/** Number of messages, which are their ids; the reader's own last one is an early one. */
let count: number;
let status: TicketStatus;

/** A conversation of which `?reply=20` and `?page=1` show the first page. */
function open(address: string) {
  const loader = ({ request }: { request: Request }) => {
    const pages = Math.max(1, Math.floor(count / 30));
    return { page: new URL(request.url).search ? 1 : pages, pages, newest: count, lastOwn: 20, status };
  };
  const action = async ({ request }: { request: Request }) => {
    if ((await request.formData()).has("refused")) {
      status = "Closed"; // by somebody else, at the same moment
      return { fields: {}, errors: { "": "Write something." } };
    }
    status = "Solved";
    return redirect("/support/tickets/5");
  };
  const Page = () => {
    const { revalidate } = useRevalidator();
    const { status, ...pages } = useLoaderData<typeof loader>();
    return (
      <>
        <ReplyArea ticket={{ ...ticket, status }} pages={pages} writing={writing} form={useActionData<FormState>()} />
        <button onClick={revalidate}>Hear</button>
        <Form method="post">
          <button>Solve</button>
          <button name="refused">Send nothing</button>
        </Form>
        <Link to="/support/tickets/5?page=1">First page</Link>
        <Link to="/support/tickets/5">Latest page</Link>
      </>
    );
  };
  const Stub = createRemixStub([{ path: "/support/tickets/5", Component: Page, loader, action }]);
  render(<Stub initialEntries={[address]} />);
}

const box = () => screen.queryByRole<HTMLTextAreaElement>("textbox");
const seen = () => document.querySelector<HTMLInputElement>("input[name=seen]")?.value;

test("a page that is no longer the latest keeps its form, says so, and counts new messages as unseen", async () => {
  count = 59;
  open("/support/tickets/5?reply=20#reply-20");
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: "Half a sent" } });
  const before = box();
  count = 60;
  fireEvent.click(screen.getByText("Hear"));
  expect(await screen.findByText(/among the later messages/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Later messages" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Write a reply" })).toBeNull();
  expect(box()).toBe(before);
  expect(seen()).toBe("59");
  fireEvent.click(screen.getByText("Latest page"));
  await waitFor(() => expect(seen()).toBe("60"));
  expect([box(), box()?.value]).toEqual([before, "Half a sent"]);
});

test("a page that never was the latest has no form, and neither has one that is revisited", async () => {
  count = 59;
  open("/support/tickets/5?page=1");
  await screen.findByRole("textbox");
  count = 60;
  fireEvent.click(screen.getByText("Latest page"));
  await waitFor(() => expect(seen()).toBe("60"));
  fireEvent.click(screen.getByText("First page"));
  expect(await screen.findByRole("link", { name: "Write a reply" })).toBeTruthy();
  expect(box()).toBeNull();
});

test("readers of earlier messages are told that somebody is replying, and of new messages", async () => {
  count = 60;
  open("/support/tickets/5?page=1");
  await screen.findByRole("link", { name: "Write a reply" });
  expect([box(), screen.queryByText(/Something new/)]).toEqual([null, null]);
  count = 61;
  fireEvent(
    window,
    new CustomEvent(watchEvent, { detail: { writers: [{ name: "Ada", internal: false }], newest: 61 } }),
  );
  expect((await screen.findByText(/is writing an answer/)).textContent).toBe("Ada is writing an answer.");
  expect(await screen.findByText(/Something new was said: it is among the later messages/)).toBeTruthy();
  expect(box()).toBeNull();
});

test("a status set by others is reported however it arrived, and one set by the reader is not", async () => {
  count = 59;
  open("/support/tickets/5");
  await screen.findByRole("textbox");
  status = "Pending";
  fireEvent.click(screen.getByText("Hear"));
  expect(await screen.findByText("The ticket is pending now.")).toBeTruthy();
  fireEvent.click(screen.getByText("Solve"));
  await waitFor(() => expect(status).toBe("Solved"));
  await waitFor(() => expect(screen.queryByText(/The ticket is/)).toBeNull());
  status = "Open";
  fireEvent.click(screen.getByText("Hear"));
  expect(await screen.findByText("The ticket is open now.")).toBeTruthy();
  fireEvent.click(screen.getByText("Send nothing"));
  expect(await screen.findByText("The ticket is closed now.")).toBeTruthy();
});
