import { useOutletContext } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ReactNode } from "react";
import { PermissionsContext } from "~/core/access/may";
import Support from "./layout";

afterEach(cleanup);

const Page = () => <>{useOutletContext<ReactNode>()}</>;

function show(path: string) {
  const Stub = createRemixStub([
    {
      id: "layout",
      path: "/support",
      Component: Support,
      children: [{ id: "page", path: path.slice("/support/".length), Component: Page }],
    },
  ]);
  render(
    <PermissionsContext.Provider value={["tickets.view", "faqs.view"]}>
      <Stub initialEntries={[path]} hydrationData={{ loaderData: { layout: { open: 7 }, page: {} } }} />
    </PermissionsContext.Provider>,
  );
}

test.each(["/support", "/support/faqs"])("at %s the tab of the tickets says how many are open", (path) => {
  show(path);
  expect(screen.getByRole("link", { name: /^Tickets/ }).textContent).toBe("Tickets 7");
});
