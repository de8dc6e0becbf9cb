import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FormState } from "~/lib/form-state";
import { InvoiceForm } from "./invoice-form";

afterEach(cleanup);

const people = [
  { id: 1, name: "Ada", email: "ada@example.com", phone: "11", country: "Norway", text: "Ada · #1" },
  { id: 2, name: "Ben", email: "ben@example.com", phone: "22", country: "Peru", text: "Ben · #2" },
];
const products = [
  { id: 1, title: "Pen", code: "PEN", price: 12_50, discount: 10_00, text: "Pen · #1" },
  { id: 2, title: "Ink", code: "INK", price: 4_00, discount: 0, text: "Ink · #2" },
];
const line = { id: null, title: "Consulting", quantity: 2, price: 10_00, discount: 0, total: 20_00 };

function show(form?: FormState) {
  const invoice = { revision: 1, deletedAt: null, lines: [line] };
  const fields = { customer: "Ada · #1", shippingCharge: "1.00", tax: "0.50", "lines.0.title": "Consulting", "lines.0.quantity": "2", "lines.0.price": "10.00", "lines.0.discount": "0" };
  const Page = createRemixStub([{ path: "/", Component: () => <InvoiceForm invoice={invoice} fields={fields} offered={{ people, products }} form={form} /> }]);
  render(<Page />);
}
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(`no field ${name}`);
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
/** The arithmetic, such as "Total $21.50". */
const shown = () => [...document.querySelectorAll("dl dt")].map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

test("the sums follow what is typed", () => {
  show();
  expect(shown()).toEqual(["Subtotal $20.00", "Shipping $1.00", "Tax $0.50", "Total $21.50"]);
  type("lines.0.quantity", "3");
  type("tax", "2");
  expect(shown()).toEqual(["Subtotal $30.00", "Shipping $1.00", "Tax $2.00", "Total $33.00"]);
  type("lines.0.price", "ten");
  expect(shown()).toEqual(["Subtotal –", "Shipping $1.00", "Tax $2.00", "Total –"]);
});

test("a line that is added or removed is counted at once", () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Add line" }));
  type("lines.1.title", "More");
  type("lines.1.price", "5");
  expect(shown().at(-1)).toBe("Total $26.50");
  fireEvent.click(screen.getByRole("button", { name: "Remove Consulting" }));
  expect(shown().at(-1)).toBe("Total $6.50");
});

test("a product that is chosen fills in its line, but not over a description of one's own", () => {
  show();
  type("lines.0.product", "Pen · #1");
  expect(["title", "price", "discount"].map((name) => field(`lines.0.${name}`).value)).toEqual(["Consulting", "12.50", "10"]);
  expect(shown()[0]).toBe("Subtotal $22.50");
  type("lines.0.title", "");
  type("lines.0.product", "Pen · #1");
  type("lines.0.product", "Ink · #2");
  expect(["title", "price", "discount"].map((name) => field(`lines.0.${name}`).value)).toEqual(["Ink", "4.00", "0"]);
  type("lines.0.product", "In");
  expect(field("lines.0.title").value).toBe("Ink");
});

test("a customer who is chosen fills in how to reach them, but not over what was typed", () => {
  show();
  type("billingPhone", "33");
  type("customer", "Ada · #1");
  type("customer", "Ben · #2");
  expect(["billingEmail", "billingPhone", "billingAddress"].map((name) => field(name).value)).toEqual(["ben@example.com", "33", "Peru"]);
});

test("a form that comes back is added up as it was typed", () => {
  show({ fields: { "lines.4.title": "Ink", "lines.4.quantity": "2", "lines.4.price": "4", shippingCharge: "", tax: "1" }, errors: {}, revision: 1 });
  expect(shown()).toEqual(["Subtotal $8.00", "Shipping $0.00", "Tax $1.00", "Total $9.00"]);
});
