import { createRemixStub } from "@remix-run/testing";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { RecordForm } from "./record-form";
import { Rows } from "./rows";

afterEach(cleanup);

const user = { one: "user", many: "users" };

test.each([
  ["a refused form says that nothing was created", false, /^The user was not created\. This picture is too large\./],
  ["not where somebody only added a picture", true, /^This picture is too large\./],
])("%s", (_, savesNothing, said) => {
  const form = { fields: {}, errors: { "": "This picture is too large." }, savesNothing };
  const Page = () => (
    <RecordForm noun={user} list="/users" form={form}>
      <input name="name" />
    </RecordForm>
  );
  const Stub = createRemixStub([{ path: "/", Component: Page }]);
  const { getByRole } = render(<Stub />);
  expect(getByRole("alert").textContent).toMatch(said);
});

/** Returns the buttons of a form with rows in document order, in which browsers look for the one that Enter presses. */
function buttons(record?: { revision: number; deletedAt: Date | null }) {
  const Page = () => (
    <RecordForm noun={user} list="/users" record={record}>
      <Rows name="lines" noun={{ one: "line", many: "lines" }} record={[{}]}>
        {(row) => <button {...row.remove}>Remove</button>}
      </Rows>
    </RecordForm>
  );
  const Stub = createRemixStub([{ path: "/", Component: Page }]);
  const { container } = render(<Stub />);
  return [...(container.querySelector("form")?.elements ?? [])].flatMap((element) =>
    element instanceof HTMLButtonElement && element.type === "submit" ? [element] : [],
  );
}

test.each([
  ["new", undefined, { name: "", value: "" }],
  ["in the list", { revision: 2, deletedAt: null }, { name: "", value: "" }],
  ["in the trash", { revision: 2, deletedAt: new Date() }, { name: "restore", value: "1" }],
])("Enter saves a record that is %s, as its Save button does, and changes no row", (_, record, sent) => {
  const [pressed, ...others] = buttons(record);
  expect(pressed).toMatchObject({ ...sent, disabled: false, hidden: false });
  expect(others.map(({ value }) => value)).toEqual(["remove:lines.0", "add:lines", sent.value]);
  expect(others.at(-1)?.name).toBe(sent.name);
});
