import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { CountrySelect } from "./country-select";

afterEach(cleanup);

const country = () => screen.getByLabelText<HTMLSelectElement>("Country");

test("the country is chosen from a list, with none as the first option", () => {
  render(<CountrySelect country="Norway" />);
  expect([country().tagName, country().value, country().options[0]?.value]).toEqual(["SELECT", "Norway", ""]);
});

test("a country that is not in the list stays selected", () => {
  render(<CountrySelect country="Northern Ruritania" />);
  expect(country().value).toBe("Northern Ruritania");
});

test("a refused form keeps the selected country", () => {
  render(<CountrySelect country="Norway" form={{ fields: { country: "Malta" }, errors: { name: "Enter a name" } }} />);
  expect(country().value).toBe("Malta");
});
