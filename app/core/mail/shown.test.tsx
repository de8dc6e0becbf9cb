/** Pages report a failed mail: those of the record it is about and of its recipient. */
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, expect, test } from "vitest";
import * as order from "~/features/orders/overview";
import * as ticket from "~/features/support/tickets/ticket";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { sendMails } from "~/testing/mails";
import { addOrder } from "~/testing/orders";
import { run, signedIn } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import * as person from "~/features/users/edit";
import * as profile from "~/features/users/profile/profile";
import type { Mail } from "./mail.server";

testDatabase();
afterEach(cleanup);
const { ada, ben } = cast;

interface Screen {
  loader: Parameters<typeof run>[0];
  default: ComponentType;
}

/** Returns the text of a page as Ada sees it. */
async function read({ loader, default: Component }: Screen, path: string): Promise<string> {
  const { data } = await run<object>(loader, await signedIn(path, ada), { id: path.split("/").at(-1) ?? "" });
  const Page = createRemixStub([{ id: "page", path: "*", Component, loader: () => data }]);
  cleanup();
  render(<Page initialEntries={[path]} hydrationData={{ loaderData: { page: data } }} />);
  await screen.findAllByRole("heading");
  return document.body.textContent;
}

const unsent = (mail: Partial<Mail>) =>
  withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, () =>
    sendMails({ to: "customer@example.com", subject: "Greetings", text: "Hello", ...mail }),
  );
const sentence = (to: string) =>
  new RegExp(
    `A mail is waiting to be sent to ${to} \\(Greetings\\)\\. The mail server could not be reached, or did not answer\\.`,
  );

test.each([
  ["an order", order, "orders", "/orders", () => addOrder()],
  ["a ticket", ticket, "tickets", "/support/tickets", () => addTicket(ben)],
])(
  "the page of %s says of a mail about it that it could not be sent, and of no other mail",
  async (_, page, entity, path, add) => {
    const [{ id }, other] = [await add(), await add()];
    await unsent({ concerns: { entity, recordId: id } });
    expect(await read(page, `${path}/${id}`)).toMatch(sentence("customer@example.com"));
    expect(await read(page, `${path}/${other.id}`)).not.toContain("Greetings");
  },
);

test("a user's page and their own profile report undelivered mails to their address, and no other mails", async () => {
  await unsent({ to: ben.email });
  expect(await read(person, `/users/${ben.id}`)).toMatch(sentence(ben.email));
  expect(await read(profile, "/profile")).not.toContain("Greetings");
  await unsent({ to: ada.email });
  expect(await read(profile, "/profile")).toMatch(sentence(ada.email));
  expect(await read(person, `/users/${ben.id}`)).not.toMatch(sentence(ada.email));
});
