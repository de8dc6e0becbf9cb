import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sampleUser } from "~/testing/sample-user";
import { PersonFields } from "./person-fields";

afterEach(cleanup);

const person = sampleUser(1, "Ada", { country: "Norway" });
const country = () => screen.getByLabelText<HTMLSelectElement>("Country");

test("the country is chosen from a list, with none as the first option", () => {
  render(<PersonFields own person={person} />);
  expect([country().tagName, country().value, country().options[0]?.value]).toEqual(["SELECT", "Norway", ""]);
});

test("a country that is not in the list stays selected", () => {
  render(<PersonFields own person={{ ...person, country: "Northern Ruritania" }} />);
  expect(country().value).toBe("Northern Ruritania");
});

test("a refused form keeps the selected country", () => {
  render(
    <PersonFields own person={person} form={{ fields: { country: "Malta" }, errors: { name: "Enter a name" } }} />,
  );
  expect(country().value).toBe("Malta");
});
