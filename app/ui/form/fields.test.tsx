import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { FormState } from "~/core/form/form-state";
import { CheckboxField, ChipsField, RadioField, SwitchField } from "./choices";
import { FileField } from "./file-field";
import { SelectField, TextareaField, TextField } from "./fields";
import { ErrorSummary } from "./form";
import { PasswordField } from "./password-field";

afterEach(cleanup);

const refused: FormState = {
  fields: { email: "ada@", sizes: ["m"], role: "HR Manager", note: "typed", status: "Draft" },
  errors: { email: "Enter a full address", sizes: "Choose two sizes", "": "Someone else changed this first." },
};

const input = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

test("a field without a form shows the record's value and no error", () => {
  render(<TextField name="email" label="E-mail" defaultValue="ada@example.com" />);
  expect(input("E-mail").value).toBe("ada@example.com");
  expect(input("E-mail").getAttribute("aria-invalid")).toBeNull();
  expect(input("E-mail").getAttribute("aria-describedby")).toBeNull();
});

test("a refused field keeps its input and refers to its hint and its error", () => {
  render(
    <TextField name="email" label="E-mail" defaultValue="ada@example.com" hint="We never share it." form={refused} />,
  );
  const field = input("E-mail");
  expect(field.value).toBe("ada@");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const described = (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(["We never share it.", "Enter a full address"]);
});

test("a password is never returned in a form", () => {
  render(<PasswordField name="password" label="Password" form={{ fields: { password: "secret" }, errors: {} }} />);
  expect(input("Password").value).toBe("");
});

test("a password is hidden until the user shows it, and keeps its input", () => {
  render(<PasswordField name="password" label="Password" />);
  fireEvent.change(input("Password"), { target: { value: "four words in a row" } });
  expect(input("Password").type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect([input("Password").type, input("Password").value]).toEqual(["text", "four words in a row"]);
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input("Password").type).toBe("password");
});

test("a required field has the attribute and a mark that is not read aloud", () => {
  render(<TextField name="name" label="Name" required />);
  expect(input(/Name/).required).toBe(true);
  expect(screen.getByText("*").getAttribute("aria-hidden")).toBe("true");
});

test("select, text area and file inputs follow the same rules", () => {
  const roles = ["IT Support", "HR Manager"].map((title) => ({ value: title, title }));
  render(
    <>
      <SelectField
        name="role"
        label="Role"
        options={roles}
        placeholder="Choose a role"
        defaultValue="IT Support"
        form={refused}
      />
      <TextareaField name="note" label="Note" form={refused} />
      <FileField
        name="picture"
        label="Picture"
        form={{ fields: {}, errors: { picture: "Choose a smaller picture" } }}
      />
    </>,
  );
  expect(screen.getByLabelText<HTMLSelectElement>("Role").value).toBe("HR Manager");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Note").value).toBe("typed");
  expect(screen.getByLabelText("Picture").getAttribute("aria-invalid")).toBe("true");
});

test("a file input inside its label is named and described like any other", () => {
  render(<FileField name="pictures" label={<span>Add images</span>} hint="PNG." form={refused} inLabel />);
  const control = screen.getByLabelText("Add images");
  expect(control.closest("label")?.textContent).toBe("Add images");
  expect(document.getElementById(control.getAttribute("aria-describedby")!)?.textContent).toBe("PNG.");
});

test("an unticked checkbox stays unticked, although it is ticked in the record", () => {
  render(
    <>
      <CheckboxField name="tell" label="Tell them" defaultChecked form={refused} />
      <SwitchField name="weekly" label="Weekly" defaultChecked />
    </>,
  );
  expect(input("Tell them").checked).toBe(false);
  expect(input("Weekly").checked).toBe(true);
  expect(screen.getByRole("switch")).toBe(input("Weekly"));
});

test("radios and chips show the submitted choice, and a group is described by its error", () => {
  const options = ["Published", "Draft"].map((title) => ({ value: title, title }));
  const sizes = ["s", "m"].map((size) => ({ value: size, title: size }));
  render(
    <>
      <RadioField name="status" label="Status" options={options} defaultValue="Published" form={refused} />
      <ChipsField name="sizes" label="Sizes" options={sizes} defaultValue={["s"]} form={refused} />
    </>,
  );
  expect(input("Draft").checked).toBe(true);
  expect(input("m").checked).toBe(true);
  expect(input("s").checked).toBe(false);
  const group = screen.getByRole("group", { name: "Sizes" });
  expect(document.getElementById(group.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Choose two sizes");
});

test("the error summary counts the fields, links to each and takes the focus", () => {
  render(
    <>
      <ErrorSummary form={refused} what="The user was not saved." />
      <TextField name="email" label="E-mail" form={refused} />
    </>,
  );
  const summary = screen.getByRole("alert");
  expect(summary.textContent).toContain(
    "The user was not saved. Someone else changed this first. Correct these 2 fields:",
  );
  expect(document.activeElement).toBe(summary);
  const link = screen.getByRole("link", { name: "Enter a full address" });
  expect(document.querySelector(link.getAttribute("href") ?? "none")).toBe(input("E-mail"));
  link.click();
  expect(document.activeElement).toBe(input("E-mail"));
});

test("the error summary names the row of a field by its position", () => {
  const rows = { "lines.0.title": "Pen", "lines.0.quantity": "1", "lines.7.title": "Ink", "lines.7.quantity": "1.5" };
  const errors = { "lines.7.quantity": "Enter a quantity as a whole number", lines: "Add at least one line" };
  render(<ErrorSummary form={{ fields: rows, errors }} />);
  const links = screen.getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual([
    "Line 2: Enter a quantity as a whole number",
    "Add at least one line",
  ]);
  expect(links[0]?.getAttribute("href")).toBe("#field-lines.7.quantity");
});

test("without errors there is no error summary", () => {
  render(<ErrorSummary form={{ fields: {}, errors: {} }} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

function choose(...sizes: number[]) {
  const files = sizes.map((size) =>
    Object.defineProperty(new File(["x"], "me.png", { type: "image/png" }), "size", { value: size }),
  );
  Object.defineProperty(input("Picture"), "files", { value: files, configurable: true });
  fireEvent.change(input("Picture"));
}

test("files that are too large together are refused before they are sent, and others are submitted", () => {
  const taken = vi.fn();
  render(<FileField name="picture" label="Picture" multiple onTaken={taken} />);
  choose(...Array.from({ length: 5 }, () => 7_000_000));
  expect(screen.getByText("These files are larger than 31 MB together. Choose fewer at once.")).toBeTruthy();
  expect(taken).toHaveBeenLastCalledWith([]);
  choose(7_000_000, 9_000_000);
  expect(screen.getByText(/^“me.png” is larger than 8 MB.+ None of these files was taken.$/)).toBeTruthy();
  expect(taken).toHaveBeenLastCalledWith([]);
  choose(7_000_000, 7_000_000);
  expect(screen.queryByText(/together/)).toBeNull();
  expect(taken).toHaveBeenLastCalledWith([expect.any(File), expect.any(File)]);
  choose();
  expect(taken).toHaveBeenLastCalledWith([]);
});

test("a file that is too large is refused beside the field, and a smaller one is accepted", () => {
  render(<FileField name="picture" label="Picture" />);
  choose(9_000_000);
  expect(screen.getByText("This file is larger than 8 MB. Choose a smaller one.")).toBeTruthy();
  expect(input("Picture").getAttribute("aria-invalid")).toBe("true");
  choose(1_000_000);
  expect(screen.queryByText(/larger than 8 MB/)).toBeNull();
  expect(input("Picture").getAttribute("aria-invalid")).toBeNull();
});

test("a form without a response does not claim that it was not saved", () => {
  render(
    <ErrorSummary
      form={{
        fields: {},
        errors: { "": "Portico could not be reached, so this may have been saved or not." },
        unanswered: true,
      }}
      what="The user was not saved."
    />,
  );
  expect(screen.getByRole("alert").textContent).toBe(
    "Portico could not be reached, so this may have been saved or not.",
  );
});

test("the label of an optional field has a separate word that says so", () => {
  render(<TextField name="order" label="Order number" optional />);
  expect(screen.getByText("Order number").textContent).toBe("Order number optional");
});
