/** Screens of notifications and messages. */
import { expect, request } from "@playwright/test";
import { addOrder, addTicket } from "../records";
import { demo, logIn, site } from "../support";
import { asSomebody, longName, type Screens } from "./steps";

export const inbox: Screens = {
  "notifications, read and unread": async (page) => {
    await asSomebody(page);
    for (const name of [longName(), "Olga"])
      await addOrder(page.request, { customer: { name, email: "olga@example.com" } });
    await page.goto("/notifications");
    await page.getByRole("button", { name: /^Mark as read: Olga/ }).click();
    await expect(page.getByRole("button", { name: /^Mark as unread: Olga/ })).toBeVisible();
  },
  "notifications that are all read": async (page) => {
    await asSomebody(page);
    await addOrder(page.request);
    await page.request.post("/notifications/read");
    await page.goto("/notifications?unread=1");
    await expect(page.getByText("No new notifications").last()).toBeVisible();
  },
  "messages, read and unread": async (page) => {
    await asSomebody(page);
    const support = await request.newContext({ baseURL: site() });
    await logIn(support, demo);
    for (const subject of ["Where is my lamp?", longName()]) {
      await support.post(await addTicket(page.request, { subject }), { form: { body: longName("Dear ") } });
    }
    await support.dispose();
    await page.goto("/messages");
    await page.getByRole("button", { name: /^Mark as read: .*lamp/ }).click();
    await expect(page.getByRole("button", { name: /^Mark as unread: .*lamp/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Mark as read: / })).toBeVisible();
  },
  "messages where nothing was said": async (page) => {
    await asSomebody(page);
    await page.goto("/messages");
    await expect(page.getByText("No new Messages").last()).toBeVisible();
  },
};
