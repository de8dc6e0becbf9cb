/** Screens of users, which also cover what lists, forms and records have in common. */
import { expect } from "@playwright/test";
import { addUser } from "../records";
import { hydrated, row, toast, unique } from "../support";
import { alert, longName, press, type Screens, trashed } from "./steps";

export const users: Screens = {
  "the team": async (page) => {
    const word = unique("invited");
    await page.goto("/team/invite");
    await page.getByLabel("E-mail").fill(`${word}@example.com`);
    await page.getByRole("radio", { name: /^Staff/ }).check();
    await page.getByLabel("Sales").selectOption("change");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await expect(page.getByRole("columnheader", { name: "Invited by" })).toBeVisible();
  },
  "the clients on the team page": (page) => page.goto("/team/clients"),
  "who waits on the team page": (page) => page.goto("/team/waiting"),
  "requiring a second factor": (page) => page.goto("/team/second-factor"),
  "the demo accounts that cannot be removed yet": (page) => page.goto("/team/demo-accounts"),
  "an invitation that is refused": async (page) => {
    await page.goto("/team/invite");
    await page.getByLabel("E-mail").fill("demo@portico.example");
    await page.getByRole("radio", { name: /^Client/ }).check();
    await press(page, "Send the invitation");
    await alert(page);
  },
  "somebody's access": (page) => page.goto("/team/people/2"),
  "taking somebody's access away": (page) => page.goto("/team/people/1/take-away"),
  "ending somebody's sessions": (page) => page.goto("/team/people/1/end-sessions"),
  "the list of users": (page) => page.goto("/users?size=10"),
  "the question before unsaved changes are left": async (page) => {
    await page.goto("/users/3");
    await hydrated(page);
    await page.locator("#record [name=name]").fill(longName());
    await expect(page.getByText("Unsaved changes")).toBeAttached(); // the question is loaded on first input
    await page.getByRole("link", { name: "Back to users" }).click();
    await expect(page.getByRole("button", { name: "Stay" })).toBeFocused();
  },
  "a draft that came back": async (page) => {
    await page.goto("/products/create");
    await hydrated(page);
    await page.locator("#record [name=title]").fill(longName());
    await expect(page.getByText("Draft kept in this browser")).toBeVisible(); // drafts are loaded on first input
    await page.goto("/products/create");
    await expect(page.getByRole("button", { name: "Start afresh" })).toBeVisible();
  },
  "a list with filters, a sort and a page": (page) =>
    page.goto("/users?q=example.com&role=UX+Designer&sort=-name&page=1"),
  "a list with a ticked row": async (page) => {
    await page.goto("/users?q=amara+okafor");
    await page
      .getByRole("checkbox", { name: /^Select / })
      .first()
      .check();
    await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
  },
  "a list whose page is ticked": async (page) => {
    await page.goto("/users?size=10&q=example.com");
    await page.getByRole("checkbox", { name: /^Select all .* on this page$/ }).click();
    await expect(page.getByText("on this page are selected")).toBeVisible();
  },
  "a list where all is selected": (page) => page.goto("/users?size=10&q=example.com&select=all"),
  "a preview of what is done to many": async (page) => {
    const word = unique("axe");
    for (const status of ["Pending", "Banned"])
      await addUser(page.request, {
        name: longName(`${word} ${status}`),
        email: `${word}.${status}@example.com`,
        status,
      });
    await page.goto(`/users/bulk?q=${word}&set=Banned&matched=3`);
    await alert(page);
  },
  "a preview in which one's own account is refused": (page) => page.goto("/users/bulk?status=Active&act=delete"),
  "a preview of what nothing matches": (page) => page.goto("/orders/bulk?q=nobody+is+called+this&set=Delivered"),
  "a list without a match": (page) => page.goto("/users?q=nobody+is+called+this"),
  "the trash": async (page) => {
    const user = await trashed(page);
    await page.goto(`/users?trash=1&q=${encodeURIComponent(user.name)}`);
    await expect(row(page, user.name)).toBeVisible();
  },
  "a list of names that are hard to fit": async (page) => {
    const word = unique("fit");
    const names = [longName(word), `${word} Ægir 👩🏽‍🚒🏳️‍🌈 Ólafsdóttir`, `${word} أميرة عبد الرحمن`];
    for (const [index, name] of names.entries())
      await addUser(page.request, { name, email: `${word}${index}@example.com` });
    await page.goto(`/users?q=${word}`);
    await expect(page.getByRole("row")).toHaveCount(names.length + 1);
  },
  "a create form": (page) => page.goto("/users/create"),
  "a create form with errors": async (page) => {
    await page.goto("/users/create");
    await page.getByLabel("E-mail").fill("wrong");
    await press(page, "Create user");
    await alert(page);
  },
  "a form whose picture is too large": async (page) => {
    await page.goto("/users/create");
    await page
      .getByLabel("Upload a picture")
      .setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(9 << 20) });
    await expect(page.getByText("This file is larger than 8 MB.")).toBeVisible();
  },
  "a record with its history and a toast": async (page) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    await page.getByLabel("Country").fill("Malta");
    await press(page, "Save user");
    await toast(page).getByRole("button", { name: "Undo" }).focus(); // it stays while it has the focus
  },
  "a record whose name is hard to fit": async (page) => {
    const user = await addUser(page.request, { name: longName(), email: `${unique("long")}@example.com` });
    await page.goto(`/users/${user.id}`);
  },
  "a record that is in the trash": async (page) => {
    const { id } = await trashed(page);
    await page.goto(`/users/${id}`);
  },
  "a conflict of two versions": async (page) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    const { id, name, email } = user;
    await page.request.put("/api/users", {
      data: { id, name, email, role: "HR Manager", status: "Active", address: "Malta", phone: "" },
    });
    await page.getByLabel("Country").fill("Cyprus");
    await press(page, "Save user");
    await expect(page.getByText("was changed while you were editing")).toBeVisible();
  },
  "the profile": (page) => page.goto("/users/profile"),
  "an unknown record": (page) => page.goto("/users/999999"),
};
