import { describe, expect, it, test } from "vitest";
import type { Permission } from "~/core/access/access.server";
import { currentEntry, entranceOf, navigation, navigationFor } from "./navigation";

const at = (path: string) => {
  const entry = currentEntry(path);
  return entry && `${entry.item.label} > ${entry.child.label}`;
};

test("the menu has three groups, the first without a name", () => {
  expect(navigation.map((group) => group.name)).toEqual([undefined, "Management", "Others"]);
});

test("a URL belongs to the menu item with exactly that URL", () => {
  expect(at("/users")).toBe("Users > List");
  expect(at("/users/create")).toBe("Users > Create");
  expect(at("/users/profile")).toBe("Users > Profile");
  expect(at("/settings/security")).toBe("Account Settings > Security");
  expect(at("/support/")).toBe("Support > Overview");
});

test("a record's URL belongs to the item for any record", () => {
  expect(at("/users/3")).toBe("Users > Edit");
  expect(at("/users/412")).toBe("Users > Edit");
  expect(at("/products/7")).toBe("Products > Edit");
  expect(at("/products/7/overview")).toBe("Products > Details");
  expect(at("/invoices/INV-0012/details")).toBe("Invoices > Details");
  expect(at("/support/tickets/9")).toBe("Support > Tickets");
  expect(at("/settings/plan-billing/receipts/3")).toBe("Account Settings > Plan & Billing");
  expect(at("/settings/email")).toBe("Account Settings > Profile Info");
  expect(at("/email-verification")).toBe("Authentication > Verify Email");
});

test("bulk actions belong to the list, not to a record", () => {
  for (const page of ["import", "bulk"]) {
    expect(["users", "products", "orders", "invoices"].map((kind) => at(`/${kind}/${page}`))).toEqual([
      "Users > List",
      "Products > List",
      "Orders > List",
      "Invoices > List",
    ]);
  }
  expect(at("/orders/items")).toBe("Orders > List");
  expect(at("/invoices/remind")).toBe("Invoices > List");
});

test("the parts of tickets and the tools for answering them belong to tickets", () => {
  for (const page of ["create-ticket", "canned-replies", "canned-replies/create", "canned-replies/3"])
    expect(at(`/support/${page}`), page).toBe("Support > Tickets");
});

test("pages created from one record belong to its page", () => {
  expect(at("/orders/7/packing-slip")).toBe("Orders > Details");
  expect(at("/invoices/INV-0012/send")).toBe("Invoices > Details");
});

test("pages outside the menu, whose parent pages are not in it either, belong to no item", () => {
  for (const page of ["calendar", "activity", "notifications", "messages", "views/1", "search", "emoji", "api", "team"])
    expect(at(`/${page}`), page).toBeUndefined();
});

test("other URLs belong to no item", () => {
  expect(at("/")).toBeUndefined();
  expect(at("/orders/7/packing-slip/2")).toBeUndefined();
  expect(at("/users/3/history")).toBeUndefined();
  expect(at("/usersx")).toBeUndefined();
});

describe("the menu of a user with little access", () => {
  const menuOf = (...held: Permission[]) =>
    navigationFor((permission) => held.includes(permission), {
      "/orders/1": "/orders/3",
      "/invoices/INV-0001/details": "/invoices/INV-0002/details",
    });

  it("has no headings and no people; the user's own profile is in the account menu", () => {
    const groups = menuOf("account", "orders.view", "invoices.view", "tickets.view", "tickets.ask", "faqs.view");
    expect(groups.map(({ name }) => name)).toEqual([undefined, undefined]);
    expect(groups.flatMap(({ items }) => items.map(({ label }) => label))).toEqual([
      "Orders",
      "Invoices",
      "Account Settings",
      "Support",
    ]);
  });

  it("names a list by its content, even if only one page is left", () => {
    const [management] = navigationFor((permission) => permission === "orders.view", {});
    expect(management?.items.map(({ label, children }) => [label, children.length])).toEqual([["Orders", 1]]);
  });
});

describe("the name of a menu item", () => {
  const entrancesFor = (isHeld: (permission: Permission) => boolean) =>
    navigationFor(isHeld, {}).flatMap(({ items }) => items.map((item) => [item.label, entranceOf(item)]));

  it("links to its page, and to nothing if the user may see none of its pages", () => {
    const items = navigation.flatMap((group) => group.items);
    expect(entrancesFor(() => true)).toEqual(items.map(({ label, route }) => [label, route || undefined]));
  });

  it("links to its first page that the user may see if its own is closed", () => {
    expect(entrancesFor((permission) => permission === "reports.sales")).toEqual([["Dashboard", "/finance"]]);
    expect(entrancesFor((permission) => ["faqs.view", "tickets.ask"].includes(permission))).toEqual([
      ["Support", "/support/faqs"],
    ]);
  });
});
