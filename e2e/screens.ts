/** Every screen and the states it can be in: what brings a page there. What looks at all of them reads this list. */
import { expect, type Page, request } from "@playwright/test";
import { addOrder, addProduct, addTicket, addUser, demo, hydrated, logIn, mailedLink, newPerson, row, saveView, signIn, site, toast, unique } from "./support";
import { enterCode, enterPassword, setUp, turnOn } from "./two-factor";

/** Brings a page into a state and resolves when it is there. */
type Screens = Record<string, (page: Page) => Promise<unknown>>;

const heading = (page: Page, name: string | RegExp) => expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
const alert = (page: Page) => expect(page.getByRole("alert")).toBeVisible();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** A name as long as one may be, in which a line cannot be broken. */
const longName = (start = "") => start + "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100 - start.length);

/** A ticket of somebody else, who has asked the same before. Answers its address. */
async function openTicket(page: Page): Promise<string> {
  const values = { subject: longName("Where is "), priority: "High", requesterId: 5 };
  await addTicket(page.request, values);
  return addTicket(page.request, values);
}

/** Opens the palette over a page. Answers its field. */
async function openPalette(page: Page) {
  await page.goto("/calendar");
  await hydrated(page);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await expect(field).toBeFocused();
  return field;
}

/** Saves a view of all users for whoever is signed in. Answers its address. */
async function openView(page: Page, shared = "no"): Promise<string> {
  const name = unique("View");
  await saveView(page.request, { path: "/users", name, shared });
  await page.goto(`/views?q=${encodeURIComponent(name)}`);
  return `/views/${await row(page, name).getByRole("checkbox").inputValue()}`;
}

/** Where the complete invoices of the last ninety days are. */
const paidLately = () => `/invoices?status=complete&paid=${new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)}..&method=Credit+Card&sort=-completedAt`;

/** Brings a file up to where its columns are matched. */
async function sendFile(page: Page, kind: string, content: string) {
  await page.goto(`/${kind}/import`);
  await page.getByLabel("CSV file").setInputFiles({ name: `${longName("file ").slice(0, 90)}.csv`, mimeType: "text/csv", buffer: Buffer.from(content) });
  await press(page, "Read the file");
  await heading(page, "Match the columns");
}

/** Somebody who is in the trash. */
async function trashed(page: Page) {
  const user = await addUser(page.request);
  await page.request.post(`/users/${user.id}/trash`);
  return user;
}

/** Somebody's link from the mail, opened in a browser that did not register. */
async function openElsewhere(page: Page) {
  const email = `${unique("axe")}@example.com`;
  const sent = await page.request.post("/register", { form: { name: "Axe", email, password: "typed in another place" } });
  await page.context().clearCookies();
  await page.goto(mailedLink(await sent.text()));
  await heading(page, "Choose a password");
}

async function openReset(page: Page) {
  const sent = await page.request.post("/forget-password", { form: { email: (await newPerson("Axel")).email } });
  await page.goto(mailedLink(await sent.text()));
  await heading(page, "Choose a new password");
}

/** Somebody of their own, so that what they do to their account disturbs no other screen. */
async function asSomebody(page: Page) {
  const person = await newPerson("Axe");
  await page.context().clearCookies();
  await signIn(page, person);
  return person;
}

/** Has the company on the Team plan, with a card, whatever an earlier screen has left. */
async function subscribe(page: Page) {
  const change = "/settings/plan-billing/change?plan=team&cycle=monthly";
  await page.goto(change);
  if (await page.getByRole("link", { name: "Add card" }).isVisible()) {
    const card = { holder: "Mara Ellison", cardNumber: "4242424242424242", expiry: `12/${(new Date().getUTCFullYear() + 2) % 100}`, cardCvc: "123" };
    await page.request.post("/settings/plan-billing/cards/create", { form: card });
    await page.goto(change);
  }
  if (await page.getByRole("button", { name: "Change to Team" }).isVisible()) {
    await press(page, "Change to Team");
    await toast(page).waitFor();
  }
}

/** Adds rows for these to the form of links. */
async function addLinks(page: Page, ...links: [network: string, address: string][]) {
  for (const [network, address] of links) {
    await page.getByRole("button", { name: "Add link" }).click();
    const added = page.getByRole("group", { name: /^Link \d+$/ }).last();
    await expect(added.getByLabel("Address")).toHaveValue("");
    if (network) await added.getByLabel("Network").selectOption(network);
    await added.getByLabel("Address").fill(address);
  }
}

/** What visitors see. */
export const outside: Screens = {
  "the home of a visitor": (page) => page.goto("/"),
  "the login page": (page) => page.goto("/login"),
  "the login page with Google's button open": async (page) => {
    await page.goto("/login");
    await page.getByText("Continue with Google").click();
  },
  "the login page after a wrong password": async (page) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(`${unique("axe")}@example.com`);
    await page.getByLabel("Password").fill("wrong");
    await press(page, "Log in");
    await alert(page);
  },
  "the register page": (page) => page.goto("/register"),
  "the register page with errors": async (page) => {
    await page.goto("/register");
    await page.getByLabel("Name").fill("Axe");
    await page.getByLabel("E-mail").fill(demo.email);
    await page.getByLabel("Password").fill("12345678");
    await press(page, "Create account");
    await alert(page);
  },
  "the page that says to check one's mail": async (page) => {
    await page.request.post("/register", { form: { name: "Axe", email: `${unique("axe")}@example.com`, password: "axe to grind here" } });
    await page.goto("/email-verification");
    await heading(page, "Check your mail");
  },
  "the verification page": (page) => page.goto("/email-verification"),
  "the verification page after a used link": (page) => page.goto("/email-verification?oobCode=used"),
  "the verification page in another browser": openElsewhere,
  "the verification page after a weak password": async (page) => {
    await openElsewhere(page);
    await page.getByLabel("Name").fill("Axel");
    await page.getByLabel("Password").fill("12345678");
    await press(page, "Save and log in");
    await alert(page);
  },
  "the page for a forgotten password": (page) => page.goto("/forget-password"),
  "the page for a forgotten password after a used link": (page) => page.goto("/forget-password?oobCode=used"),
  "the page that says a reset is mailed": async (page) => {
    await page.goto("/forget-password");
    await page.getByLabel("E-mail").fill((await newPerson("Axel")).email);
    await press(page, "Send the link");
    await heading(page, "Check your mail");
  },
  "the page for a new password": openReset,
  "the page for a new password that is weak": async (page) => {
    await openReset(page);
    await page.getByLabel("New password").fill("12345678");
    await press(page, "Save the new password");
    await alert(page);
  },
  "the page of a link that unsubscribes and is damaged": (page) => page.goto("/unsubscribe?person=1&from=newOrder&code=damaged"),
  "the maintenance page": (page) => page.goto("/maintenance"),
  "the page for a fault of ours": (page) => page.goto("/server-error"),
  "the page for an unknown address": (page) => page.goto("/no-such-page"),
  "the page for a form that is too large": async (page) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill("axe@example.com");
    await page.getByLabel("Password").evaluate((field: HTMLInputElement) => (field.value = "x".repeat(1.5e6)));
    await press(page, "Log in");
    await heading(page, "That is too much at once");
  },
};

/** What somebody sees who is signed in. */
export const inside: Screens = {
  "the home of somebody who is signed in": (page) => page.goto("/"),
  "the course dashboard": (page) => page.goto("/course"),
  "the course dashboard of days without anything": (page) => page.goto("/course?from=2001-02-01&to=2001-02-03"),
  "the course dashboard of an unknown period": (page) => page.goto("/course?period=always"),
  "the list of courses": (page) => page.goto("/course/courses"),
  "a course": (page) => page.goto("/course/courses/1"),
  "the list of enrolments at risk": (page) => page.goto("/course/enrolments?risk=at-risk"),
  "an enrolment at risk": (page) => page.goto("/course/enrolments/5"),
  "an enrolment that is completed": (page) => page.goto("/course/enrolments/1"),
  "the list of study sessions": (page) => page.goto("/course/study?size=10"),
  "the list of test results": (page) => page.goto("/course/results?topic=Tools"),
  "the list of course tasks": (page) => page.goto("/course/tasks?state=overdue"),
  "the list of users": (page) => page.goto("/users?size=10"),
  "a list with filters, a sort and a page": (page) => page.goto("/users?q=example.com&role=UX+Designer&sort=-name&page=1"),
  "a list with a ticked row": async (page) => {
    await page.goto("/users?q=amara+okafor");
    await page.getByRole("checkbox", { name: /^Select / }).first().check();
    await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
  },
  "a list whose page is ticked": async (page) => {
    await page.goto("/users?size=10&q=example.com");
    await page.getByRole("checkbox", { name: /^Select all .* on this page$/ }).click();
    await expect(page.getByText("on this page are selected")).toBeVisible();
  },
  "a list where all is selected": (page) => page.goto("/users?size=10&q=example.com&select=all"),
  "a rehearsal of what is done to many": async (page) => {
    const word = unique("axe");
    for (const status of ["Pending", "Banned"]) await addUser(page.request, { name: longName(`${word} ${status}`), email: `${word}.${status}@example.com`, status });
    await page.goto(`/users/bulk?q=${word}&set=Banned&matched=3`);
    await alert(page);
  },
  "a rehearsal in which one's own account is refused": (page) => page.goto("/users/bulk?status=Active&act=delete"),
  "a rehearsal of what nothing matches": (page) => page.goto("/orders/bulk?q=nobody+is+called+this&set=Delivered"),
  "a list without a match": (page) => page.goto("/users?q=nobody+is+called+this"),
  "the trash": async (page) => {
    const user = await trashed(page);
    await page.goto(`/users?trash=1&q=${encodeURIComponent(user.name)}`);
    await expect(row(page, user.name)).toBeVisible();
  },
  "a list of names that are hard to fit": async (page) => {
    const word = unique("fit");
    const names = [longName(word), `${word} Ægir 👩🏽‍🚒🏳️‍🌈 Ólafsdóttir`, `${word} أميرة عبد الرحمن`];
    for (const [index, name] of names.entries()) await addUser(page.request, { name, email: `${word}${index}@example.com` });
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
    await page.getByLabel("Choose a picture").setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(9 << 20) });
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
    await page.request.put("/api/users", { data: { id, name, email, role: "HR Manager", status: "Active", address: "Malta", phone: "" } });
    await page.getByLabel("Country").fill("Cyprus");
    await press(page, "Save user");
    await expect(page.getByText("was changed while you were editing")).toBeVisible();
  },
  "the analytics": (page) => page.goto("/analytics?period=7d"),
  "the analytics of days without a visit": (page) => page.goto("/analytics?from=2001-01-01&to=2001-01-03"),
  "the visits": (page) => page.goto("/analytics/visits?browser=Chrome%2C+Firefox&returning=yes"),
  "the page views": (page) => page.goto("/analytics/views?route=%2Forders%2F%3Aid"),
  "the searches": (page) => page.goto("/analytics/searches?found=nothing"),
  "the sales dashboard, with the days to choose": async (page) => {
    await page.goto("/sales");
    await page.getByText("Custom", { exact: true }).click();
  },
  "the sales dashboard of days without anything, as a table": async (page) => {
    await page.goto("/sales?from=2001-02-03&to=2001-02-01");
    await page.getByText("View as table").click();
  },
  "the sales dashboard of twelve months": (page) => page.goto("/sales?period=12m"),
  "the list of items sold": (page) => page.goto("/orders/items?category=Furniture"),
  "the finance dashboard": (page) => page.goto("/finance"),
  "the finance dashboard of days without anything, with a notice": (page) => page.goto("/finance?from=2001-02-03&to=2001-01-03"),
  "the invoices that were paid on some days, with what they come to": (page) => page.goto(paidLately()),
  "the list of invoices": (page) => page.goto("/invoices?status=pending"),
  "an invoice": (page) => page.goto("/invoices/INV-0013/details"),
  "an invoice's form with lines and a sum": async (page) => {
    await page.goto("/invoices/INV-0005");
    await page.getByRole("button", { name: "Add line" }).click();
    await expect(page.getByRole("group", { name: "Line 2" })).toBeVisible();
  },
  "an invoice's form with errors": async (page) => {
    await page.goto("/invoices/create");
    await page.getByLabel("Customer").fill("nobody at all");
    await page.getByLabel("Quantity").fill("1.5");
    await page.getByLabel("Description").fill("A thing");
    await press(page, "Create invoice");
    await alert(page);
  },
  "the list of tickets": (page) => page.goto("/support/tickets?status=Open"),
  "a ticket with notes, events and its neighbours": (page) => page.goto("/support/tickets/9?list="),
  "a ticket's menu": async (page) => {
    await page.goto("/support/tickets/7");
    await page.getByRole("button", { name: "Actions for ticket #7" }).click();
    await expect(page.getByRole("link", { name: "Merge into another ticket" })).toBeVisible();
  },
  "a ticket's form with errors": async (page) => {
    await page.goto("/support/tickets/9/edit");
    await page.getByLabel("Assigned").fill("nobody at all");
    await press(page, "Save ticket");
    await alert(page);
  },
  "the choice of a ticket to merge into": (page) => page.goto("/support/tickets/14/merge"),
  "two tickets before they are merged": (page) => page.goto("/support/tickets/14/merge?into=10"),
  "a merge that is refused": (page) => page.goto("/support/tickets/14/merge?number=1"),
  "the calendar with the list of a day": (page) => page.goto("/calendar"),
  "the calendar of a month without anything, with a notice": (page) => page.goto("/calendar?day=2001-02-30"),
  "the emoji": async (page) => {
    await page.goto("/emoji?q=receipt");
    await expect(page.getByRole("button", { name: "receipt" }).getByRole("presentation")).toBeVisible();
  },
  "a search for emoji that finds none": (page) => page.goto("/emoji?q=nobody+calls+one+this"),
  "the list of products": (page) => page.goto("/products?size=10&status=Published"),
  "a product": (page) => page.goto("/products/1/overview?rating=5"),
  "a product's form": (page) => page.goto("/products/2"),
  "a product's form with errors": async (page) => {
    await page.goto("/products/create");
    await page.getByRole("button", { name: "Add feature" }).click();
    await page.getByLabel("Name of feature 1").fill("Volume");
    await press(page, "Create product");
    await expect(page.getByLabel("Value of feature 1")).toHaveAccessibleDescription("Enter the value of the feature");
  },
  "a product that is in the trash": async (page) => {
    const { id } = await addProduct(page.request);
    await page.request.post(`/products/${id}/trash`);
    await page.goto(`/products/${id}/overview`);
  },
  "the profile settings": (page) => page.goto("/settings"),
  "the profile settings with errors": async (page) => {
    await asSomebody(page);
    await page.goto("/settings");
    await page.getByLabel("Name").fill("");
    await page.getByLabel("Choose a picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await press(page, "Save profile");
    await alert(page);
  },
  "the profile settings with a picture to be cut": async (page) => {
    await page.goto("/settings");
    await hydrated(page);
    const picture = await page.evaluate(() => Object.assign(document.createElement("canvas"), { width: 900, height: 600 }).toDataURL("image/png"));
    await page.getByLabel("Choose a picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from(picture.split(",")[1] ?? "", "base64") });
    await expect(page.getByLabel("Zoom")).toBeVisible();
  },
  "the form for a new e-mail address, with an error": async (page) => {
    await asSomebody(page);
    await page.goto("/settings/email");
    await page.getByLabel("New e-mail address").fill(demo.email);
    await press(page, "Send the link");
    await alert(page);
  },
  "a new e-mail address that is waited for": async (page) => {
    await asSomebody(page);
    await page.goto("/settings/email");
    await page.getByLabel("New e-mail address").fill(`${unique("axe.new")}@example.com`);
    await press(page, "Send the link");
    await heading(page, "Account Settings");
    await expect(page.getByRole("heading", { name: /^Waiting for/ })).toBeVisible();
  },
  "the security page": (page) => page.goto("/settings/security"),
  "the security page with another browser, a refused login, tokens and an error": async (page) => {
    const person = await newPerson("Axel");
    const elsewhere = await request.newContext({ baseURL: site(), userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" });
    await elsewhere.post("/login", { form: { email: person.email, password: "wrong" } });
    await logIn(elsewhere, person);
    await elsewhere.dispose();
    await page.context().clearCookies();
    await logIn(page.request, person);
    for (const [scope, life] of [["read", "never"], ["write", "30"]] as const) {
      await page.request.post("/settings/security/tokens/create", { form: { name: longName(`${scope} `).slice(0, 60), scope, life } });
    }
    await page.goto("/settings/security");
    await page.getByLabel("Current password").fill("not it");
    await page.getByLabel("New password").fill("a better one by far");
    await press(page, "Change password");
    await alert(page);
  },
  "the history of sign-ins": async (page) => {
    for (let time = 0; time < 21; time++) {
      await page.request.delete("/session");
      await logIn(page.request, demo);
    }
    await page.goto("/settings/security/sign-ins?page=2");
  },
  "a token's form with errors": async (page) => {
    await page.goto("/settings/security/tokens/create");
    await press(page, "Create token");
    await alert(page);
  },
  "a new token": async (page) => {
    const person = await newPerson("Axel");
    await page.context().clearCookies();
    await logIn(page.request, person);
    await page.goto("/settings/security/tokens/create");
    await page.getByLabel("Name").fill("Axe");
    await press(page, "Create token");
    await expect(page.getByText("Copy it now")).toBeVisible();
  },
  "the profile": (page) => page.goto("/users/profile"),
  "the notification settings": (page) => page.goto("/settings/notification"),
  "the notification settings of two tabs": async (page) => {
    await page.context().clearCookies();
    await signIn(page, await newPerson("Axel"));
    await page.goto("/settings/notification");
    const revision = Number(await page.locator("input[name=revision]").first().inputValue());
    await page.request.post("/settings/notification", { form: { revision, digestDay: "3", digestHour: "8", quietFrom: "", quietTo: "7" } });
    await page.getByLabel("Day").selectOption("Friday");
    await press(page, "Save settings");
    await expect(page.getByText("was changed while you were editing")).toBeVisible();
  },
  "the social media links": async (page) => {
    await page.goto("/settings/social-media-links");
    await addLinks(page, ["LinkedIn", "https://www.linkedin.com/in/mara"], ["Mastodon", "https://mastodon.social/@mara"]);
  },
  "social media links that are wrong": async (page) => {
    await page.goto("/settings/social-media-links");
    await addLinks(page, ["GitHub", "https://github.com.evil.example/mara"], ["", "https://x.com/mara"]);
    await press(page, "Save links");
    await alert(page);
  },
  "the career dashboard": (page) => page.goto("/career"),
  "the career dashboard of days on which nothing happened": (page) => page.goto("/career?from=2019-03-01&to=2019-03-05"),
  "the list of jobs": (page) => page.goto("/career/jobs"),
  "a job with its applications": (page) => page.goto("/career/jobs/2"),
  "the list of applications of some hours": (page) => page.goto("/career/applications?weekday=Monday&hour=10%3A00"),
  "the list of applications that are stuck": (page) => page.goto("/career/applications?stuck=yes"),
  "an application with its timeline": (page) => page.goto("/career/applications/19"),
  "the list of candidates": (page) => page.goto("/career/candidates?sort=name"),
  "a candidate": (page) => page.goto("/career/candidates/14"),
  "the list of interviews": (page) => page.goto("/career/interviews?upcoming=yes"),
  "somebody's imports": async (page) => {
    await sendFile(page, "users", `name\n${longName()}\n`);
    await page.goto("/imports");
    await heading(page, "Your imports");
  },
  "a file that was not read": async (page) => {
    await page.goto("/orders/import");
    await press(page, "Read the file");
    await alert(page);
  },
  "the columns of a file": async (page) => {
    await sendFile(page, "users", `Name,Shoe size,${longName("head ")}\n${longName()},41,\n`);
    await press(page, "Try it");
    await heading(page, "What would be imported");
    await page.getByRole("link", { name: "Change the columns" }).click();
    await heading(page, "Match the columns");
  },
  "what a file would do": async (page) => {
    await sendFile(page, "users", `id,name,email,role,status,created\n2,${longName()},,,,2020\n,Ida,nobody,Juggler,,\n,${longName()},${unique("axe")}@example.com,Data Scientist,Active,\n`);
    await press(page, "Try it");
    await heading(page, "What would be imported");
  },
  "the list of orders": (page) => page.goto("/orders?size=10"),
  "the orders of one customer": (page) => page.goto("/orders?customer=9"),
  "an order on its way": (page) => page.goto("/orders/12"),
  "an order that was cancelled, with a reason": (page) => page.goto("/orders/8"),
  "an order that is hard to fit": async (page) => {
    const items = [{ name: longName("A "), price: 999_999_999.99, quantity: 999 }];
    const { id } = await addOrder(page.request, { customer: { name: longName() }, items, status: "waiting for the wind to turn around" });
    await page.goto(`/orders/${id}`);
  },
  "an order whose status was not changed": async (page) => {
    const { id } = await addOrder(page.request);
    await page.goto(`/orders/${id}`);
    await press(page, "Save status");
    await alert(page);
  },
  "an order whose status somebody else changed": async (page) => {
    const { id } = await addOrder(page.request);
    await page.goto(`/orders/${id}`);
    await page.request.patch(`/api/orders?id=${id}`, { data: { status: "Cancelled" } });
    await page.getByRole("radio", { name: /^Pending/ }).check();
    await press(page, "Save status");
    await alert(page);
  },
  "an order in the trash": async (page) => {
    const { id } = await addOrder(page.request);
    await page.request.post(`/orders/${id}/trash`);
    await page.goto(`/orders/${id}`);
  },
  "a packing slip": (page) => page.goto("/orders/12/packing-slip"),
  "a packing slip of an order in the trash": async (page) => {
    const { id } = await addOrder(page.request);
    await page.request.post(`/orders/${id}/trash`);
    await page.goto(`/orders/${id}/packing-slip`);
    await expect(page.getByRole("article").getByText("is in the trash")).toBeVisible();
  },
  "the plan with its cards and charges": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing?cycle=yearly");
  },
  "what a larger plan costs": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing/change?plan=business&cycle=yearly");
  },
  "a plan that ends with its period": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing/change?plan=business");
    await press(page, "Change to Business");
    await toast(page).waitFor();
    await page.goto("/settings/plan-billing/change?plan=team");
    await press(page, "Change to Team");
    await expect(page.getByRole("link", { name: "Keep Business" })).toBeVisible();
  },
  "a card that was not added": async (page) => {
    await page.goto("/settings/plan-billing/cards/create");
    await press(page, "Add card");
    await alert(page);
  },
  "a card that is to be removed": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing");
    await page.getByRole("link", { name: /^Remove / }).first().click();
    await expect(page.getByRole("button", { name: "Remove card" })).toBeVisible();
  },
  "the billing address with errors": async (page) => {
    await page.goto("/settings/plan-billing/address");
    await page.getByLabel("Company or name").fill("");
    await press(page, "Save address");
    await alert(page);
  },
  "a receipt": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing/receipts/1");
  },
  "notifications, read and unread": async (page) => {
    await asSomebody(page);
    for (const name of [longName(), "Olga"]) await addOrder(page.request, { customer: { name, email: "olga@example.com" } });
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
    await page.request.post(ticket, { multipart: { internal: "on", body: `${longName("A ")} **is** in a hurry`, attachments: file } });
    await page.request.post(ticket, { multipart: { keep: "draft", internal: "on", body: "Half a thought", attachments: file } });
    await page.goto(ticket);
    await expect(page.getByRole("textbox", { name: "Your note" })).toHaveValue("Half a thought");
  },
  "a reply that was refused": async (page) => {
    await page.goto(await openTicket(page));
    await hydrated(page);
    await page.getByLabel("Attach").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
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
  "the saved views, some of them pinned": async (page) => {
    await asSomebody(page);
    for (const [path, name] of [["/orders", longName().slice(0, 60)], ["/invoices", "All invoices"]] as const) await saveView(page.request, { path, name, shared: "yes", pinned: "on" });
    await page.goto("/views");
    await expect(page.getByRole("navigation", { name: "Pinned views" }).getByRole("link")).toHaveCount(2);
  },
  "the lists of which views can be saved": (page) => page.goto("/views/create"),
  "a view that is not saved": async (page) => {
    await asSomebody(page);
    await saveView(page.request, { path: "/orders", name: longName().slice(0, 60) });
    await page.goto(`/views/create?path=%2Forders&search=${encodeURIComponent(`q=${longName()}&status=New&sort=-total`)}`);
    await press(page, "Create view");
    await alert(page);
  },
  "a view with its history": async (page) => {
    await page.goto(await openView(page));
    await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  },
  "a view in the trash": async (page) => {
    const view = await openView(page);
    await page.request.post(`${view}/trash`);
    await page.goto(view);
  },
  "a view that somebody else shares": async (page) => {
    const view = await openView(page, "yes");
    await asSomebody(page);
    await page.goto(view);
    await expect(page.getByText("Shared by")).toBeVisible();
  },
  "the menu of a list's views": async (page) => {
    await asSomebody(page);
    await saveView(page.request, { path: "/users", name: longName().slice(0, 60), search: "status=Active" });
    await page.goto("/users?status=Active");
    await page.getByRole("button", { name: "Views" }).click();
    await expect(page.getByRole("link", { name: "Save this view…" })).toBeVisible();
  },
  "the activity": (page) => page.goto("/activity?size=10"),
  "the activity of one act": async (page) => {
    const user = await trashed(page);
    await page.goto(`/activity?q=${encodeURIComponent(user.name)}`);
    const change = await page.locator("input[name=change]").first().inputValue();
    await page.goto(`/activity?change=${change}`);
    await expect(page.getByRole("button", { name: "Undo this change" })).toBeVisible();
  },
  "the activity without a match": (page) => page.goto("/activity?q=nobody+is+called+this"),
  "the API with all that it says of orders": async (page) => {
    await page.goto("/api");
    await page.getByRole("region", { name: "Orders" }).locator("details.fold").evaluateAll((folds: HTMLDetailsElement[]) => folds.forEach((fold) => (fold.open = true)));
  },
  "what a search finds": async (page) => {
    await addUser(page.request, { name: longName("Mara "), email: `${unique("mara")}@example.com` });
    await page.goto("/search?q=mara");
  },
  "what a search finds of one kind": (page) => page.goto("/search?q=lamp+is%3Aproduct"),
  "a search that finds nothing": (page) => page.goto(`/search?q=${longName()}`),
  "the search before anything is asked": (page) => page.goto("/search"),
  "the palette": openPalette,
  "the palette with records": async (page) => {
    const { name } = await addUser(page.request, { name: longName(unique("Zoe ")), email: `${unique("zoe")}@example.com` });
    await (await openPalette(page)).fill(name.slice(0, 12));
    await expect(page.getByRole("option", { name: name.slice(0, 12) })).not.toHaveCount(0);
  },
  "the palette where nothing is found": async (page) => {
    await (await openPalette(page)).fill([...longName()].reverse().join("")); // others have made people of the name itself
    await expect(page.locator(".palette-note")).toBeVisible();
  },
  "the palette's calculator": async (page) => {
    await (await openPalette(page)).fill("calculator");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Calculator" }).fill("1250.50 * 1.19 / 3");
    await expect(page.getByRole("option")).toContainText("496.03");
  },
  "the palette's calculator with a sum that has no result": async (page) => {
    await (await openPalette(page)).fill("calculator");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Calculator" }).fill("1/0");
    await expect(page.locator(".palette-note")).toHaveText("Nothing can be divided by zero.");
  },
  "the palette's emoji": async (page) => {
    await (await openPalette(page)).fill("search emoji");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Search emoji" }).fill("rocket");
    await expect(page.getByRole("button", { name: "Rocket" })).toBeVisible();
  },
  "the sheet of keyboard shortcuts": async (page) => {
    await page.goto("/calendar");
    await hydrated(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  },
  "the profile settings where shortcuts are off": async (page) => {
    await asSomebody(page);
    await page.goto("/settings");
    await press(page, "Turn off keyboard shortcuts");
    await expect(page.getByText("Keyboard shortcuts are off")).toBeVisible();
    await page.goto("/settings");
  },
  "the question before logging out": (page) => page.goto("/logout"),
  "an unknown record": (page) => page.goto("/users/999999"),
  "two-factor that is off": (page) => page.goto("/settings/two-factor-authentication"),
  "recovery codes to be put away": async (page) => {
    await asSomebody(page);
    await page.goto("/settings/two-factor-authentication");
    await press(page, "Set up two-factor");
    await press(page, "Go on");
    await alert(page);
  },
  "an authenticator app to be confirmed": async (page) => {
    await asSomebody(page);
    await setUp(page);
    await page.getByLabel("6-digit code").fill("12");
    await press(page, "Confirm and turn on");
    await alert(page);
  },
  "two-factor that is on": async (page) => {
    await asSomebody(page);
    await turnOn(page);
  },
  "the question for a code before turning two-factor off": async (page) => {
    await asSomebody(page);
    await turnOn(page);
    await page.goto("/settings/two-factor-authentication/turn-off");
    await page.getByLabel(/^Code/).fill("000000");
    await press(page, "Turn off two-factor");
    await alert(page);
  },
  "the question before new recovery codes": async (page) => {
    await asSomebody(page);
    await turnOn(page);
    await page.goto("/settings/two-factor-authentication/recovery-codes");
  },
  "the question for a code when logging in": async (page) => {
    const person = await asSomebody(page);
    await turnOn(page);
    await page.context().clearCookies();
    await enterPassword(page, person);
    await heading(page, "Verify it is you");
    await enterCode(page, "nonsense");
    await alert(page);
  },
  "the deactivation of an account": async (page) => {
    await page.goto("/settings/account-deactivation");
    await page.getByLabel(/^Type/).fill("no");
    await press(page, "Deactivate my account");
    await alert(page);
  },
  "the question whether to come back": async (page) => {
    const person = await asSomebody(page);
    await page.request.post("/settings/account-deactivation", { form: { confirm: "deactivate" } });
    await enterPassword(page, person);
    await heading(page, /^Welcome back/);
  },
  "an unknown address inside": (page) => page.goto("/settings/no-such-page"),
};
