import type { ActionFunctionArgs } from "@remix-run/node";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { messageFor } from "./identity-errors";
import { type Session, SessionProvider, type SessionUser, useSession } from "./session-context";

afterEach(cleanup);

/** Renders a button inside a session, and records the forms that reach the server from it. */
function page(press: (session: Session) => unknown, user?: SessionUser) {
  const sent: [path: string, fields: Record<string, string>][] = [];
  function Inside() {
    const session = useSession();
    return <button onClick={() => press(session)}>{session.user?.displayName ?? "nobody"}</button>;
  }
  const action = async ({ request }: ActionFunctionArgs) => {
    const { pathname, search } = new URL(request.url);
    sent.push([pathname + search, Object.fromEntries(await request.formData()) as Record<string, string>]);
    return null;
  };
  const Page = () => (
    <SessionProvider user={user}>
      <Inside />
    </SessionProvider>
  );
  const paths = ["/users", "/login", "/register", "/logout"];
  const Stub = createRemixStub(paths.map((path) => ({ path, Component: Page, action })));
  return { Stub, sent };
}

async function pressed(entry: string, press: (session: Session) => unknown, user?: SessionUser) {
  const { Stub, sent } = page(press, user);
  render(<Stub initialEntries={[entry]} />);
  fireEvent.click(await screen.findByRole("button"));
  await waitFor(() => expect(sent).toHaveLength(1));
  return sent[0];
}

describe("useSession", () => {
  it("returns the signed-in user", async () => {
    const { Stub } = page(() => undefined, { displayName: "Ada", email: "ada@example.com" });
    render(<Stub initialEntries={["/users"]} />);
    expect(await screen.findByText("Ada")).toBeTruthy();
  });

  it("logs in and registers with the pages' own forms, and then leads to where the visitor was going", async () => {
    const ada = { email: "ada@example.com", password: "blue kettle 91" };
    expect(await pressed("/login?from=%2Fusers", ({ login }) => login({ ...ada, remember: true }))).toEqual([
      "/login?from=%2Fusers",
      { ...ada, remember: "on", formOwner: "" },
    ]);
    cleanup();
    expect(await pressed("/register", ({ signup }) => signup({ name: "Ada", ...ada }))).toEqual([
      "/register",
      { name: "Ada", ...ada, formOwner: "" },
    ]);
  });

  it("logs out, and says from which page", async () => {
    expect(await pressed("/users?q=ada", ({ logout }) => logout(), { displayName: "Ada" })).toEqual([
      "/logout",
      { from: "/users?q=ada", formOwner: "" },
    ]);
  });

  it("refuses Google with a message if it is not enabled", async () => {
    const refused = vi.fn();
    const { Stub } = page(({ googleLogin }) => googleLogin().catch(refused));
    render(<Stub initialEntries={["/login"]} />);
    fireEvent.click(await screen.findByRole("button"));
    await waitFor(() => expect(refused).toHaveBeenCalledOnce());
    expect(refused.mock.calls[0]?.[0]).toMatchObject({
      code: "operation-not-allowed",
      message: messageFor("operation-not-allowed"),
    });
  });

  it("throws outside of its provider", () => {
    const Outside = () => <p>{useSession().user?.email}</p>;
    expect(() => renderToString(<Outside />)).toThrow(/outside SessionProvider/);
  });
});
