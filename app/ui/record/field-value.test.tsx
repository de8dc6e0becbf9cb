import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Json } from "db/schema";
import { TimeZone } from "~/ui/values/time";
import { type Labelled, labelOf } from "~/core/fields/fields";
import { accountFields } from "~/features/users/account-fields";
import { userFields } from "~/features/users/fields";
import { productFields } from "~/features/products/fields";
import { orderFields } from "~/features/orders/fields";
import { ticketFields } from "~/features/support/tickets/fields";
import { invoiceFields } from "~/features/invoices/fields";
import { FieldChange, FieldValue } from "./field-value";

afterEach(cleanup);

const known: Partial<Record<string, Labelled>> = {
  users: { ...userFields, ...accountFields },
  products: productFields,
  orders: orderFields,
  invoices: invoiceFields,
  tickets: ticketFields,
};

function change(entity: string, field: string, before: Json | undefined, after: Json | undefined) {
  const { container } = render(
    <TimeZone.Provider value="Asia/Tokyo">
      <FieldChange of={labelOf(known[entity], field)} before={before} after={after} people={{ 7: "Amara Okafor" }} />
    </TimeZone.Provider>,
  );
  return container.textContent;
}

const pen = { id: 3, title: "Pen", quantity: 3, price: 3800, discount: 0, total: 11400 };
const pack = { id: 1, title: "Trail Backpack 28L", quantity: 2, price: 9450, discount: 500, total: 17955 };

test.each<[string, string, string, Json | undefined, Json | undefined]>([
  ["Price: $1,240.00 → $0.05", "products", "price", 124_000, 5],
  ["Price: $1,240.00 → $1,240.50", "products", "price", "1240.00", "1240.50"],
  ["Discount: 12.5% → 0%", "products", "discount", 1250, 0],
  ["Discount: 0.07% → 12.5%", "products", "discount", 7, "12.5"],
  ["Rating: added 4.35", "products", "rating", null, 435],
  ["Due: 12 Nov 2025 → 1 Jan 2026", "invoices", "dueDate", "2025-11-12", "2026-01-01"],
  ["Due: removed soon", "invoices", "dueDate", "soon", ""],
  ["Completed: added 12 Nov 2025, 09:14", "invoices", "completedAt", undefined, Date.parse("2025-11-12T00:14:00Z")],
  ["Discount: $1.00 → $2.00", "orders", "discountAmount", 100, 200],
  ["Stock: 0 → 7", "products", "stock", 0, 7],
  ['Old column: 1 → {"a":true}', "gadgets", "oldColumn", 1, { a: true }],
])("%s", (text, entity, field, before, after) => {
  expect(change(entity, field, before, after)).toBe(text);
});

test("a change of a list shows what was added or removed, and the whole list if only the order changed", () => {
  expect(change("products", "colors", ["red", "blue"], ["blue", "green", "pink"])).toBe("Colors: red → green, pink");
  expect(change("products", "colors", ["red"], ["red", "blue"])).toBe("Colors: added blue");
  expect(change("products", "colors", ["red", "blue"], ["red"])).toBe("Colors: removed blue");
  expect(change("products", "colors", ["red", "blue"], ["blue", "red"])).toBe("Colors: red, blue → blue, red");
});

test("a change of the assignee shows both names, or nobody", () => {
  expect(change("tickets", "assigneeId", null, 7)).toBe("Assigned to: Amara Okafor");
  expect(change("tickets", "assigneeId", 7, null)).toBe("Assigned to: Amara Okafor → nobody");
});

test("rows are shown as readable text", () => {
  expect(change("invoices", "lines", [pack, pen], [{ ...pack, quantity: 1 }, pen])).toBe(
    "Lines: 2 × Trail Backpack 28L at $94.50, 5% off → 1 × Trail Backpack 28L at $94.50, 5% off",
  );
  expect(change("invoices", "lines", [], [pack, pen])).toBe(
    "Lines: added 2 × Trail Backpack 28L at $94.50, 5% off; 3 × Pen at $38.00",
  );
  expect(change("orders", "items", [{ id: 1, name: "Mug", image: null, price: 1200, quantity: 4 }], [])).toBe(
    "Items: removed 4 × Mug at $12.00",
  );
  expect(change("products", "features", [], [{ name: "Material", value: "Ripstop" }])).toBe(
    "Features: added Material: Ripstop",
  );
  expect(change("products", "offers", ["10% off, today"], ["Free shipping", "Gift"])).toBe(
    "Offers: 10% off, today → Free shipping; Gift",
  );
});

test("rows of a form are shown in the same way", () => {
  const { container } = render(
    <FieldValue
      of={labelOf(known.invoices, "lines")}
      value={[
        { title: "Pen", quantity: "3", price: "38.00", discount: "12.5" },
        { title: "Cap", quantity: "1", price: "5.00", discount: "0" },
      ]}
      whole
    />,
  );
  expect([...container.children].map((line) => line.textContent)).toEqual([
    "3 × Pen at $38.00, 12.5% off",
    "1 × Cap at $5.00",
  ]);
});

test("long texts are shortened, and begin shortly before the difference", () => {
  const same = "A light pack for a long day out. ".repeat(30);
  const text = change("products", "description", `${same}It has one pocket.`, `${same}It has two pockets.`);
  expect(text).toBe(
    "Description: …A light pack for a long day out. It has one pocket. → …A light pack for a long day out. It has two pockets.",
  );
  expect(change("products", "description", "", same)).toHaveLength("Description: added ".length + 200); // the last of the 200 characters is a space
  const { container } = render(<FieldValue of={labelOf(known.products, "description")} value={same} whole />);
  expect(container.textContent).toBe(same);
});

test("pictures are shown, with a name in case they are gone", () => {
  const { container } = render(
    <FieldChange
      of={labelOf(known.products, "images")}
      before={["/files/a", "/files/b"]}
      after={["/files/b", "/files/c", "/files/d"]}
    />,
  );
  expect([...container.querySelectorAll("img")].map((image) => [image.getAttribute("src"), image.alt])).toEqual([
    ["/files/a", "picture"],
    ["/files/c", "picture 1"],
    ["/files/d", "picture 2"],
  ]);
  expect(change("users", "image", "javascript:alert(1)", null)).toBe("Picture: removed javascript:alert(1)");
});
