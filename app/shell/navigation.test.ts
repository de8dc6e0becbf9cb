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

test("an address belongs to the entry with that very address", () => {
  expect(at("/users")).toBe("Users > List");
  expect(at("/users/create")).toBe("Users > Create");
  expect(at("/users/profile")).toBe("Users > Profile");
  expect(at("/settings/security")).toBe("Account Settings > Security");
  expect(at("/support/")).toBe("Support > Overview");
});

test("a record's address belongs to the entry for any record", () => {
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

test("what is done to many records belongs to their list, not to any one record", () => {
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

test("what tickets are made of and answered with belongs to tickets", () => {
  for (const page of ["create-ticket", "canned-replies", "canned-replies/create", "canned-replies/3"])
    expect(at(`/support/${page}`), page).toBe("Support > Tickets");
});

test("what is made of one record belongs to its page", () => {
  expect(at("/orders/7/packing-slip")).toBe("Orders > Details");
  expect(at("/invoices/INV-0012/send")).toBe("Invoices > Details");
});

test("pages that the menu does not name, nor any page above them, belong to no entry", () => {
  for (const page of ["calendar", "activity", "notifications", "messages", "views/1", "search", "emoji", "api", "team"])
    expect(at(`/${page}`), page).toBeUndefined();
});

test("other addresses belong to no entry", () => {
  expect(at("/")).toBeUndefined();
  expect(at("/orders/7/packing-slip/2")).toBeUndefined();
  expect(at("/users/3/history")).toBeUndefined();
  expect(at("/usersx")).toBeUndefined();
});

describe("the menu of somebody who may do little", () => {
  const menuOf = (...held: Permission[]) =>
    navigationFor((permission) => held.includes(permission), {
      "/orders/1": "/orders/3",
      "/invoices/INV-0001/details": "/invoices/INV-0002/details",
    });

  it("has no headings, and nothing of people: one’s own profile is in the menu of the account", () => {
    const groups = menuOf("account", "orders.view", "invoices.view", "tickets.view", "tickets.ask", "faqs.view");
    expect(groups.map(({ name }) => name)).toEqual([undefined, undefined]);
    expect(groups.flatMap(({ items }) => items.map(({ label }) => label))).toEqual([
      "Orders",
      "Invoices",
      "Account Settings",
      "Support",
    ]);
  });

  it("calls a list as what is listed, also where it is the only page left", () => {
    const [management] = navigationFor((permission) => permission === "orders.view", {});
    expect(management?.items.map(({ label, children }) => [label, children.length])).toEqual([["Orders", 1]]);
  });
});

describe("the name of an item", () => {
  const entrancesFor = (isHeld: (permission: Permission) => boolean) =>
    navigationFor(isHeld, {}).flatMap(({ items }) => items.map((item) => [item.label, entranceOf(item)]));

  it("leads to its page, and nowhere where its pages are not for who is signed in", () => {
    expect(entrancesFor(() => true)).toEqual([
      ["Dashboard", "/course"],
      ["Users", "/users"],
      ["Products", "/products"],
      ["Orders", "/orders"],
      ["Invoices", "/invoices"],
      ["Account Settings", "/settings"],
      ["Authentication", undefined],
      ["Support", "/support"],
    ]);
  });

  it("leads to the first page that is open where its own is not", () => {
    expect(entrancesFor((permission) => permission === "reports.sales")).toEqual([["Dashboard", "/finance"]]);
    expect(entrancesFor((permission) => ["faqs.view", "tickets.ask"].includes(permission))).toEqual([
      ["Support", "/support/faqs"],
    ]);
  });
});
