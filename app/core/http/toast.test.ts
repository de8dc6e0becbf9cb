import { expect, it } from "vitest";
import type { User } from "db/schema";
import { withConfig } from "~/testing/database";
import { toastOf } from "~/testing/requests";
import { inContext } from "./request-context.server";
import { redirectWithToast, type Toast } from "./respond.server";

const said = (...args: Parameters<typeof saidWithout>) =>
  withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, () => saidWithout(...args));

const saidWithout = async (mails: number, toast: Toast, access: User["access"] = "staff") => {
  const person = { id: 1, access, areas: {} };
  return toastOf(await inContext({ searches: [], mails, person }, () => redirectWithToast("/users", toast))).text;
};

it("a toast with an undo says that mails cannot be recalled, and no other does", async () => {
  const note = "1,200 mails are on their way, which no undo calls back";
  expect(await said(1200, { text: "Done", undo: "a" })).toBe(`Done. ${note}`);
  expect(await said(1200, { text: "It stopped.", undo: "a" })).toBe(`It stopped. ${note}`);
  expect(await said(1200, { text: "Done" })).toBe("Done");
  expect(await said(0, { text: "Done", undo: "a" })).toBe("Done");
});

it("a toast says that mails were only saved where no mail server is set up", async () => {
  const saved = "saved in DATA_DIR/outbox, not sent: no mail server is set up (SMTP_URL)";
  expect(await saidWithout(1200, { text: "Done", undo: "a" })).toBe(`Done. 1,200 mails were ${saved}`);
  expect(await saidWithout(1, { text: "Done", undo: "a" })).toBe(`Done. A mail was ${saved}`);
});

it("a toast speaks of mails before a sentence that continues with links", async () => {
  const links = [{ href: "/team", title: "choose a level" }];
  expect(await said(1, { text: "Done. Now", undo: "a", links })).toBe(
    "A mail is on its way, which no undo calls back. Done. Now",
  );
});

it("a toast mentions no mails to clients, who must not learn whether others are mailed", async () => {
  expect(await said(3, { text: "Ticket #1 was created", undo: "a" }, "client")).toBe("Ticket #1 was created");
});
