/** Everyday tasks in the app. Each task starts from scratch with a user signed in; the first one signs in. */
import type { Person } from "./person";

const toast = (text: string) =>
  `document.querySelector(".toast")?.innerText.includes(${JSON.stringify(text)}) === true`;
/** JavaScript expression: whether the HTML of a newly requested page contains `html` near its start. */
const begins = (html: string) =>
  `((asked) => (asked.open("GET", "/orders", false), asked.send(), asked.responseText.slice(0, 99).includes('${html}')))(new XMLHttpRequest())`;
const valueOf = (field: string) => `document.querySelector("[name=${field}]").value`;

export const acts: Record<string, (person: Person) => Promise<void>> = {
  async "signs in by the form, with Enter"({ open, fill, keys, isAt }) {
    await open("/login");
    await fill("[name=email]", "demo@portico.example");
    await fill("[name=password]", "portico-demo");
    await keys("Enter");
    await isAt("/");
  },

  async "adds somebody, with Enter in a field that suggests"({ open, fill, keys, sees, isAt }) {
    await open("/users/create");
    await fill("[name=name]", "Ida Engine");
    await fill("[name=email]", "ida@engine.example");
    await fill("[name=country]", "Norway");
    await keys("Enter");
    await isAt("/users");
    await sees(toast("Ida Engine was created"));
  },

  async "takes back a change by the toast's button"({ open, fill, keys, press, sees, ask }) {
    await open("/users/3");
    const name = await ask<string>(valueOf("name"));
    await fill("[name=name]", "Somebody Else");
    await keys("Enter");
    await sees(toast("Somebody Else was saved"));
    await press(".toast button", "Undo");
    await sees(toast("Undone"));
    await open("/users/3");
    await sees(`${valueOf("name")} === ${JSON.stringify(name)}`);
  },

  async "is asked before what was typed is lost"({ open, fill, press, sees, isAt }) {
    await open("/products/3");
    await fill("[name=title]", "Another lamp");
    await press("nav[aria-label=Breadcrumb] a", "Products");
    await press("dialog button", "Stay");
    await sees(`${valueOf("title")} === "Another lamp" && !document.querySelector("dialog:modal")`);
    await press("nav[aria-label=Breadcrumb] a", "Products");
    await press("dialog button", "Leave");
    await isAt("/products");
  },

  async "narrows a list by a day and a word, opens a row anywhere, and comes back to what was left"({
    open,
    press,
    fill,
    keys,
    sees,
    isAt,
    ask,
  }) {
    await open("/orders");
    await press(".filters summary, .filters button", "Placed");
    await ask(`(document.querySelector(".filters input[type=date]").value = "2026-01-01")`);
    await press(".filters button", "Apply");
    await sees(`location.search.includes("from=2026-01-01")`);
    await fill("main [name=q]", "mara");
    await keys("Enter");
    await sees(`location.search.includes("q=mara")`);
    const left = await ask<string>("location.pathname + location.search");
    await press("tbody td:nth-last-child(2)");
    await sees(`/^.orders.\\d+$/.test(location.pathname)`);
    await press("nav[aria-label=Breadcrumb] a", "Orders");
    await isAt(left);
  },

  async "changes many at once, and takes that back"({ open, press, sees }) {
    await open("/users");
    await press("tbody tr:nth-child(2) input[type=checkbox]");
    await press("tbody tr:nth-child(3) input[type=checkbox]");
    await press(".bulk button", "Activate");
    await sees(toast("2 users marked as active"));
    await press(".toast button", "Undo");
    await sees(toast("Undone"));
  },

  async "goes through a list by its keys"({ open, keys, sees }) {
    await open("/products");
    await keys("j", "j", "x");
    await sees(`document.querySelectorAll("tbody input:checked").length === 1`);
    await keys("e");
    await sees(`/^.products.\\d+/.test(location.pathname)`);
  },

  async "finds a page by the command palette"({ open, keys, sees, isAt }) {
    await open("/users");
    await keys("Control+k");
    await sees(`document.querySelector(".palette-input") === document.activeElement`);
    await keys(..."finance");
    await sees(`document.querySelector("[role=option].on")?.innerText.includes("Finance") === true`);
    await keys("Enter");
    await isAt("/finance");
  },

  async "answers a ticket with Control and Enter, and is told there what is changed elsewhere"({
    open,
    fill,
    keys,
    reads,
    ask,
  }) {
    await open("/support/tickets/9");
    await fill('textarea[name="body"]', "It left the house this morning.");
    await keys("Control+Enter");
    await reads("It left the house this morning.");
    await ask(
      `((button) => (fetch(button.formAction, { method: "POST", body: new URLSearchParams({ status: "Solved", formOwner: button.form.elements.formOwner.value }) }), true))(document.querySelector("main button[name=status]"))`,
    );
    await reads("The ticket is solved now.");
  },

  async "goes through a menu by arrow keys, and Escape gives the focus back"({ open, press, keys, sees }) {
    await open("/users");
    await press("header [popovertarget]:has(img)");
    await keys("ArrowDown");
    await sees(`document.activeElement.matches("[data-menu] .item")`);
    await keys("Escape");
    await sees(
      `!document.querySelector("[data-menu]:popover-open") && document.activeElement.matches("[popovertarget]")`,
    );
  },

  async "chooses a direction, which the next page has from its first byte"({ open, press, sees }) {
    await open("/users");
    for (const direction of ["rtl", "ltr"]) {
      await press(`header button[name=direction][value=${direction}]`);
      await sees(`document.documentElement.dir === "${direction}"`);
      await sees(begins(`<html lang="en" dir="${direction}"`));
    }
  },
};
