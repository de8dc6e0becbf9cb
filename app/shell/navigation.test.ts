import { expect, test } from "vitest";
import { currentEntry, navigation } from "./navigation";

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
    expect(["users", "products", "orders", "invoices"].map((kind) => at(`/${kind}/${page}`))).toEqual(["Users > List", "Products > List", "Orders > List", "Invoices > List"]);
  }
  expect(at("/orders/items")).toBe("Orders > List");
});

test("other addresses belong to no entry", () => {
  expect(at("/")).toBeUndefined();
  expect(at("/users/3/history")).toBeUndefined();
  expect(at("/usersx")).toBeUndefined();
});
