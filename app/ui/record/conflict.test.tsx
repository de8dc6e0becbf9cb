import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Conflict } from "./conflict";
import { type Labelled, labelsOf } from "~/core/fields/fields";
import { invoiceFields } from "~/features/invoices/fields";
import { viewFields } from "~/features/views/fields";
import { fieldNames, type Versions } from "~/core/conflict/versions";

afterEach(cleanup);

const base = {
  name: "Dan",
  phone: "1",
  country: "Norway",
  colors: ["red", "blue"],
  "lines.0.title": "Pen",
  "lines.0.quantity": "3",
  "lines.0.price": "9.00",
};

function show(
  versions: Pick<Versions, "base" | "mine" | "theirs">,
  props: Partial<Parameters<typeof Conflict>[0]> = {},
  of: Labelled = invoiceFields,
) {
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <Conflict
          name="Dan"
          versions={{ ...versions, revision: 4, fields: labelsOf(of, fieldNames(versions)) }}
          {...props}
        />
      ),
    },
  ]);
  const { container } = render(<Page />);
  return () => [...new FormData(container.querySelector("form") ?? undefined)].filter(([name]) => name !== "formOwner");
}

test("a field that only one of both changed needs no answer", () => {
  const sent = show({ base, mine: { ...base, name: "Mine" }, theirs: { ...base, phone: "2" } });
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByRole("heading", { name: "Only they changed" }).parentElement?.textContent).toContain(
    "Phone: 1 → 2",
  );
  expect(screen.getByRole("heading", { name: "Only you changed" }).parentElement?.textContent).toContain(
    "Name: Dan → Mine",
  );
  expect(sent()).toEqual(
    expect.arrayContaining([
      ["revision", "4"],
      ["name", "Mine"],
      ["phone", "2"],
      ["country", "Norway"],
      ["colors", "red"],
      ["colors", "blue"],
      ["lines.0.price", "9.00"],
    ]),
  );
  expect(sent()).toHaveLength(9);
});

test("for a field that both changed the user chooses a version, whatever its type", () => {
  const sent = show({
    base,
    mine: { ...base, country: "Peru", colors: [], "lines.0.price": "8.00" },
    theirs: { ...base, country: "Chile", colors: ["green"], "lines.0.price": "7.00" },
  });
  const country = within(screen.getByRole("group", { name: "Country" }));
  expect(country.getByLabelText<HTMLInputElement>(/Yours.*Peru/).checked).toBe(true);
  country.getByLabelText(/Theirs.*Chile/).click();
  within(screen.getByRole("group", { name: "Lines" }))
    .getByLabelText(/Theirs3 × Pen at \$7\.00/)
    .click();
  expect(sent()).toEqual(
    expect.arrayContaining([
      ["country", "Peru"],
      ["theirs:country", "Chile"],
      ["pick:country", "theirs"],
      ["theirs:colors", "green"],
      ["pick:colors", "mine"],
      ["lines.0.price", "8.00"],
      ["theirs:lines.0.price", "7.00"],
      ["pick:lines", "theirs"],
    ]),
  );
});

test("options are in the order of their field, and unknown ones come last", () => {
  show({
    mine: { odd: "1", dueDate: "2026-01-01", issueDate: "2026-01-01" },
    theirs: { odd: "2", dueDate: "2026-01-02", issueDate: "2025-11-12" },
  });
  expect(screen.getAllByRole("group").map((group) => group.textContent)).toEqual([
    "IssuedYours1 Jan 2026Theirs12 Nov 2025",
    "DueYours1 Jan 2026Theirs2 Jan 2026",
    "OddYours1Theirs2",
  ]);
});

test("if the common version is unknown, every difference needs an answer", () => {
  show({ mine: { ...base, name: "Mine" }, theirs: { ...base, phone: "2" } });
  expect(screen.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent)).toEqual([
    "Name",
    "Phone",
  ]);
});

test("values with display names are shown by these, and sent unchanged", () => {
  const readings = { shared: (kept: unknown) => (kept === "yes" ? "Everybody" : "Only its owner") };
  const sent = show(
    { base: { shared: "yes", name: "A" }, mine: { shared: "no", name: "B" }, theirs: { shared: "yes", name: "C" } },
    { readings },
    viewFields,
  );
  expect(screen.getByRole("heading", { name: "Only you changed" }).parentElement?.textContent).toContain(
    "Seen by: Everybody → Only its owner",
  );
  expect(sent()).toContainEqual(["shared", "no"]);
});
