import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FormState, Offered } from "~/core/form/form-state";
import { rateChoices } from "~/features/taxes/rate-choices.server";
import { withoutRates } from "~/features/taxes/tax-parts";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { formTexts } from "./form-texts.server";
import { InvoiceForm } from "./invoice-form";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The server's suggestions by search text. */
const offered: Record<string, Offered[]> = {
  pen: [
    { text: "Pen · #1", note: "PEN, $12.50", fills: { title: "Pen" }, sets: { price: "12.50", discount: "10" } },
    {
      text: "Pencil · #3",
      note: "PCL, $1.00, Draft",
      fills: { title: "Pencil" },
      sets: { price: "1.00", discount: "0" },
    },
  ],
  ink: [{ text: "Ink · #2", note: "INK, $4.00", fills: { title: "Ink" }, sets: { price: "4.00", discount: "0" } }],
  ada: [
    {
      text: "Ada · #1",
      note: "ada@example.com",
      fills: { billingEmail: "ada@example.com", billingPhone: "", billingAddress: "" },
    },
  ],
  ben: [
    {
      text: "Ben · #2",
      note: "ben@example.com",
      fills: { billingEmail: "ben@example.com", billingPhone: "", billingAddress: "" },
      sets: { filledFor: "Ben · #2", customerTax: "exempt" },
    },
  ],
};
Element.prototype.scrollIntoView = () => undefined; // jsdom lays nothing out
beforeEach(
  () =>
    void vi.stubGlobal("fetch", async (url: string) =>
      Response.json({ offers: offered[new URLSearchParams(url.split("?")[1]).get("q") ?? ""] ?? [], said: "" }),
    ),
);
const line = { id: null, title: "Consulting", quantity: 2, price: 10_00, discount: 0, total: 20_00 };

function show(form?: FormState, rates = withoutRates) {
  const invoice = { revision: 1, deletedAt: null, lines: [line] };
  const fields = {
    customer: "Ada · #1",
    billingEmail: "ada@example.com",
    billingPhone: "11",
    shippingCharge: "1.00",
    tax: "0.50",
    "lines.0.title": "Consulting",
    "lines.0.quantity": "2",
    "lines.0.price": "10.00",
    "lines.0.discount": "0",
  };
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <InvoiceForm
          texts={formTexts}
          rates={rates}
          invoice={invoice}
          fields={fields}
          sums={sumsOfForm(fields, rates)}
          form={form}
        />
      ),
    },
  ]);
  render(<Page />);
}
const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(`no field ${name}`);
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
/** Types into a combobox and selects an option with the keyboard: the first one, or the one `steps` further down. */
async function pick(name: string, typed: string, steps = 0) {
  fireEvent.focus(field(name));
  await waitFor(() => expect(field(name).parentElement?.parentElement?.querySelector("[role=status]")).not.toBeNull());
  type(name, typed);
  await screen.findByRole("listbox");
  for (let step = 0; step < steps; step++) fireEvent.keyDown(field(name), { key: "ArrowDown" });
  fireEvent.keyDown(field(name), { key: "Enter" });
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
}
/** The arithmetic, such as "Total $21.50". */
const shown = () =>
  [...document.querySelectorAll("dl dt")].map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

test("the totals update while typing", async () => {
  show();
  expect(shown()).toEqual(["Subtotal $20.00", "Shipping $1.00", "Tax $0.50", "Total $21.50"]);
  type("lines.0.quantity", "3");
  type("tax", "2");
  await expect.poll(shown).toEqual(["Subtotal $30.00", "Shipping $1.00", "Tax $2.00", "Total $33.00"]);
  type("lines.0.price", "ten");
  await expect.poll(shown).toEqual(["Subtotal –", "Shipping $1.00", "Tax $2.00", "Total –"]);
});

test("adding or removing a line updates the totals", async () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Add line" }));
  type("lines.1.title", "More");
  type("lines.1.price", "5");
  await expect.poll(() => shown().at(-1)).toBe("Total $26.50");
  fireEvent.click(screen.getByRole("button", { name: "Remove Consulting" }));
  await expect.poll(() => shown().at(-1)).toBe("Total $6.50");
});

test("choosing a product fills in its line, but does not overwrite a typed description", async () => {
  show();
  const line = () => ["product", "title", "price", "discount"].map((name) => field(`lines.0.${name}`).value);
  await pick("lines.0.product", "pen");
  expect(line()).toEqual(["Pen · #1", "Consulting", "12.50", "10"]);
  await expect.poll(() => shown()[0]).toBe("Subtotal $22.50");
  type("lines.0.title", "");
  await pick("lines.0.product", "pen", 1);
  expect(line()).toEqual(["Pencil · #3", "Pencil", "1.00", "0"]);
  await pick("lines.0.product", "ink");
  expect(line()).toEqual(["Ink · #2", "Ink", "4.00", "0"]);
  type("lines.0.product", "In");
  expect(field("lines.0.title").value).toBe("Ink");
});

test("Enter before the suggestions appear chooses the first one and submits nothing; with Ctrl it chooses nothing", async () => {
  show();
  const combobox = field("lines.0.product");
  fireEvent.focus(combobox);
  await waitFor(() => expect(document.querySelector("[role=status].sr-only")).not.toBeNull());
  type("lines.0.product", "pen");
  expect(fireEvent.keyDown(combobox, { key: "Enter" })).toBe(false);
  await waitFor(() => expect(combobox.value).toBe("Pen · #1"));
  expect(fireEvent.keyDown(combobox, { key: "Enter", ctrlKey: true })).toBe(true);
  type("lines.0.product", "ink");
  await screen.findByRole("listbox");
  expect(fireEvent.keyDown(combobox, { key: "Enter", ctrlKey: true })).toBe(true);
  expect(combobox.value).toBe("ink");
});

test("choosing a customer fills in the contact without overwriting input, and choosing the first one again restores it", async () => {
  show();
  const contact = () => ["billingEmail", "billingPhone", "billingAddress"].map((name) => field(name).value);
  type("billingAddress", "Somewhere 1");
  await pick("customer", "ben");
  expect(contact()).toEqual(["ben@example.com", "", "Somewhere 1"]);
  await pick("customer", "ada");
  expect(contact()).toEqual(["ada@example.com", "11", "Somewhere 1"]);
});

test("the tax of a chosen customer still counts in the totals after more was typed", async () => {
  const vat = { taxRateId: 1, taxName: "VAT", rate: 20_00, category: "standard", taxReason: "" } as const;
  const exempt = { taxRateId: 2, taxName: "Exempt", rate: 0, category: "exempt", taxReason: "Charity" } as const;
  show(undefined, { options: [vat, exempt], usual: vat, includesTax: true, choices: rateChoices([vat, exempt]) });
  await pick("customer", "ben");
  await expect.poll(shown).toContain("Subtotal $16.66");
  type("lines.0.price", "12");
  await expect.poll(shown).toContain("Subtotal $20.00");
  expect([field("customerTax").value, field("filledFor").value]).toEqual(["exempt", "Ben · #2"]);
});

test("a lookup field shows what is chosen, and Escape closes its list", async () => {
  show();
  const combobox = field("lines.0.product");
  fireEvent.focus(combobox);
  await waitFor(() => expect(document.querySelector("[role=status].sr-only")).not.toBeNull());
  type("lines.0.product", "pen");
  const options = within(await screen.findByRole("listbox")).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Pen · #1 PEN, $12.50",
    "Pencil · #3 PCL, $1.00, Draft",
  ]);
  fireEvent.keyDown(combobox, { key: "ArrowUp" });
  expect([combobox.getAttribute("aria-expanded"), combobox.getAttribute("aria-activedescendant")]).toEqual([
    "true",
    options[1]?.id,
  ]);
  fireEvent.keyDown(combobox, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  expect([
    combobox.value,
    combobox.getAttribute("aria-expanded"),
    combobox.hasAttribute("aria-activedescendant"),
  ]).toEqual(["pen", "false", false]);
  type("lines.0.product", "pen ");
  type("lines.0.product", "pen");
  fireEvent.mouseDown(within(await screen.findByRole("listbox")).getAllByRole("option")[1] ?? expect.fail());
  expect(combobox.value).toBe("Pencil · #3");
});

test("a form that comes back without sums, as after a network error, is summed as it was typed", async () => {
  show({
    fields: { "lines.4.title": "Ink", "lines.4.quantity": "2", "lines.4.price": "4", shippingCharge: "", tax: "1" },
    errors: {},
    revision: 1,
  });
  await expect.poll(shown).toEqual(["Subtotal $8.00", "Shipping $0.00", "Tax $1.00", "Total $9.00"]);
});

test("field types and lengths come from the definition of an invoice's fields", () => {
  show();
  for (const label of [/^Issued/, /^Due/])
    expect(screen.getByLabelText(label)).toMatchObject({ type: "date", required: true });
  expect(screen.getByLabelText("Cardholder")).toMatchObject({ type: "text", maxLength: 100, required: false });
  for (const label of ["Shipping", "Tax"]) {
    expect(screen.getByLabelText(label)).toMatchObject({ required: false });
    expect(screen.getByLabelText(label).getAttribute("inputmode")).toBe("decimal");
  }
});
