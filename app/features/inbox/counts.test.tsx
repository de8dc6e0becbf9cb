/** Tests the unread count in all places, and its limit of ninety-nine. */
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Today } from "~/features/home/today";
import Box from "./box";
import { InboxPopover } from "./popover";

beforeEach(() => void vi.stubGlobal("matchMedia", () => ({ matches: false }))); // nobody points at anything
afterEach(() => (cleanup(), vi.unstubAllGlobals()));

const none = { value: 0, href: "/", is: "rows" } as const;
const page = (unread: number) => ({
  name: "messages",
  items: [],
  unread,
  everything: 3,
  total: 3,
  page: 1,
  pages: 1,
  size: 25,
  unreadOnly: false,
});

const places: Record<string, (unread: number) => ComponentType> = {
  "the bell in the header": (unread) => () => <InboxPopover name="messages" box={{ items: [], unread }} />,
  "the home page": (unread) => () => (
    <Today
      name="Ada"
      now={0}
      activity={[]}
      brief={{ late: none, queues: { invoices: [], tickets: [], orders: [], people: [], stock: [] } }}
      waiting={{ orders: none, invoices: { ...none, total: 0 }, tickets: none, stock: none, people: none, unread }}
    />
  ),
  "the page of the box": () => Box,
};

/** Renders the page with this unread count and returns its labels and text. */
function drawn(place: string, unread: number) {
  const Page = createRemixStub([
    { id: "page", path: "/", Component: places[place]?.(unread), loader: () => page(unread) },
  ]);
  cleanup();
  const { container } = render(<Page hydrationData={{ loaderData: { page: page(unread) } }} />);
  const labels = [...container.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"));
  return [...labels, container.textContent].join(" ");
}

test.each(Object.keys(places))("%s has the number to ninety-nine, and no further", (place) => {
  expect(drawn(place, 99)).toContain("99");
  expect(drawn(place, 99)).not.toContain("99+");
  expect(drawn(place, 100)).toContain("99+");
  expect(drawn(place, 100)).not.toContain("100");
});
