import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PictureField } from "./picture-field";

afterEach(cleanup);

const person = { id: 3, name: "Mara Ellison", image: "/files/7" };
const upload = () => screen.getByLabelText<HTMLInputElement>("Upload a picture");

function choose(...names: string[]) {
  const files = names.map((name) => new File(["x"], name, { type: "image/png" }));
  Object.defineProperty(upload(), "files", { value: files, configurable: true });
  fireEvent.change(upload());
}

test("without a picture the form offers to upload one, and nothing to remove", () => {
  render(<PictureField person={{ ...person, image: null }} />);
  expect(upload().type).toBe("file");
  expect(screen.queryByText("Remove")).toBeNull();
});

test("a picture can be removed with the form, also without scripts", () => {
  render(<PictureField person={person} />);
  expect(screen.getByRole("checkbox", { name: "Remove the picture" }).getAttribute("name")).toBe("removePicture");
});

test("the name of a chosen file is shown beside the button, and Remove clears it", () => {
  render(<PictureField person={person} />);
  choose("me.png");
  expect(screen.getByText("me.png")).toBeTruthy();
  const remove = screen.getByRole("button", { name: "Remove me.png" });
  Object.defineProperty(upload(), "files", { value: [], configurable: true }); // as a browser does when it is emptied
  fireEvent.click(remove);
  expect(screen.queryByText("me.png")).toBeNull();
  expect(document.activeElement).toBe(upload());
});

test("a picture chosen before scripts ran is shown with its name too", () => {
  const file = new File(["x"], "early.png", { type: "image/png" });
  const files = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "files");
  Object.defineProperty(HTMLInputElement.prototype, "files", { value: [file], configurable: true });
  try {
    render(<PictureField person={person} />);
    expect(screen.getByText("early.png")).toBeTruthy();
  } finally {
    if (files) Object.defineProperty(HTMLInputElement.prototype, "files", files);
  }
});
