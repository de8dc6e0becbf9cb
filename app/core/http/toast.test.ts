import { expect, it } from "vitest";
import type { User } from "db/schema";
import { toastOf } from "~/testing/requests";
import { inContext } from "./request-context.server";
import { redirectWithToast, type Toast } from "./respond.server";

const said = async (mails: number, toast: Toast, access: User["access"] = "staff") => {
  const person = { id: 1, access, areas: {} };
  return toastOf(await inContext({ searches: [], mails, person }, () => redirectWithToast("/users", toast))).text;
};

it("says beside an undo that it calls no mail back, and nowhere else", async () => {
  const note = "1,200 mails are on their way, which no undo calls back";
  expect(await said(1200, { text: "Done", undo: "a" })).toBe(`Done. ${note}`);
  expect(await said(1200, { text: "It stopped.", undo: "a" })).toBe(`It stopped. ${note}`);
  expect(await said(1200, { text: "Done" })).toBe("Done");
  expect(await said(0, { text: "Done", undo: "a" })).toBe("Done");
});

it("says it before a sentence that goes on with links", async () => {
  const links = [{ href: "/team", title: "choose a level" }];
  expect(await said(1, { text: "Done. Now", undo: "a", links })).toBe(
    "A mail is on its way, which no undo calls back. Done. Now",
  );
});

it("says nothing of mails to a client, who does not learn whether anybody else is mailed", async () => {
  expect(await said(3, { text: "Ticket #1 was created", undo: "a" }, "client")).toBe("Ticket #1 was created");
});
