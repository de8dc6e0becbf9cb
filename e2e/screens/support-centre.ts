/** Screens of the support center: tickets, FAQs and canned replies. */
import { expect, type Page } from "@playwright/test";
import { addTicket } from "../records";
import { hydrated } from "../support";
import { alert, longName, press, type Screens } from "./steps";

/** Creates a ticket of another user, who has asked the same before; returns its path. */
async function openTicket(page: Page): Promise<string> {
  const values = { subject: longName("Where is "), priority: "High", requesterId: 5 };
  await addTicket(page.request, values);
  return addTicket(page.request, values);
}

export const supportCentre: Screens = {
  "the list of tickets": (page) => page.goto("/support/tickets?status=Open"),
  "a ticket with notes, events and its neighbours": (page) => page.goto("/support/tickets/9?list="),
  "a ticket's menu": async (page) => {
    await page.goto("/support/tickets/7");
    await page.getByRole("button", { name: "Actions for ticket #7" }).click();
    await expect(page.getByRole("link", { name: "Merge into another ticket" })).toBeVisible();
  },
  "a ticket's form with errors": async (page) => {
    await page.goto("/support/tickets/9/edit");
    await page.getByLabel("Order").fill("none at all");
    await press(page, "Save ticket");
    await alert(page);
  },
  "a new ticket with people to choose from": async (page) => {
    await page.goto("/support/create-ticket");
    await hydrated(page);
    await page.getByLabel("Requester").pressSequentially("an");
    await expect(page.getByRole("listbox")).toBeVisible();
    await page.getByLabel("Requester").press("ArrowDown");
  },
  "the choice of a ticket to merge into": (page) => page.goto("/support/tickets/14/merge"),
  "two tickets before they are merged": (page) => page.goto("/support/tickets/14/merge?into=10"),
  "a merge that is refused": (page) => page.goto("/support/tickets/14/merge?number=1"),
  "the overview of the support centre": (page) => page.goto("/support"),
  "the FAQs with one that is open": (page) => page.goto("/support/faqs/10"),
  "the FAQs of a topic": (page) => page.goto("/support/faqs?topic=Invoices+and+tax"),
  "a search of the FAQs": async (page) => {
    await page.goto("/support/faqs?q=invoice");
    await page.getByText("How do I mark an invoice as complete?").click();
    await expect(page.getByText("Was this helpful?").first()).toBeVisible();
  },
  "a search of the FAQs that finds nothing": (page) => page.goto(`/support/faqs?q=${longName()}`),
  "the searches that found nothing": async (page) => {
    await page.request.get(`/support/faqs?q=${longName()}`);
    await page.goto("/support/faqs/searches");
  },
  "the list of FAQs": (page) => page.goto("/support/faqs/manage?topic=Data+and+export"),
  "a FAQ that cannot be saved": async (page) => {
    await page.goto("/support/faqs/manage/create");
    await press(page, "Create FAQ");
    await alert(page);
  },
  "a FAQ with a preview and its history": async (page) => {
    await page.goto("/support/faqs/manage/20");
    await press(page, "Preview");
    await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible();
  },
  "a FAQ in the trash": async (page) => {
    await page.request.post("/support/faqs/manage/16/trash");
    await page.goto("/support/faqs/manage/16");
  },
  "a conversation with a note, files and a draft": async (page) => {
    const ticket = await openTicket(page);
    const file = { name: `${longName("receipt ")}.txt`, mimeType: "text/plain", buffer: Buffer.from("paid") };
    await page.request.post(ticket, {
      multipart: { internal: "on", body: `${longName("A ")} **is** in a hurry`, attachments: file },
    });
    await page.request.post(ticket, {
      multipart: { keep: "draft", internal: "on", body: "Half a thought", attachments: file },
    });
    await page.goto(ticket);
    await expect(page.getByRole("textbox", { name: "Your note" })).toHaveValue("Half a thought");
  },
  "a reply that was refused": async (page) => {
    await page.goto(await openTicket(page));
    await hydrated(page);
    await page
      .getByLabel("Attach")
      .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await alert(page);
  },
  "a ticket that is closed": async (page) => {
    const ticket = await openTicket(page);
    await page.request.post(`${ticket}/status`, { form: { status: "Closed" } });
    await page.goto(ticket);
    await press(page, "Reopen and send");
    await alert(page);
  },
  "the canned replies": (page) => page.goto("/support/canned-replies"),
  "a canned reply with errors": async (page) => {
    await page.goto("/support/canned-replies/create");
    await press(page, "Create canned reply");
    await alert(page);
  },
};
