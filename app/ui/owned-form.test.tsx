import { createRemixStub } from "@remix-run/testing";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FormOwnerContext } from "~/core/form/form-owner";
import { Form } from "./owned-form";

afterEach(cleanup);

const sources = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });

test("every page posts forms only with their owner", () => {
  const foreign = Object.entries(sources).filter(
    ([file, text]) =>
      !/\.test\.tsx$|owned-form\.tsx$/.test(file) &&
      ((/\bForm\b[^;]*from "@remix-run\/react"/.test(text) && /<Form\b[^>]*method="post"/.test(text)) ||
        (/<form\b[^>]*method="post"/.test(text) && !/<OwnerField \/>|UnsentFormProps/.test(text))),
  );
  expect(foreign.map(([file]) => file)).toEqual([]);
});

/** Returns the field names that a form sends for a signed-in user. */
function namesIn(method: "get" | "post") {
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <FormOwnerContext.Provider value="12:Ada">
          <Form method={method}>
            <input name="q" />
          </Form>
        </FormOwnerContext.Provider>
      ),
    },
  ]);
  const { container } = render(<Page />);
  return [...new FormData(container.querySelector("form")!)];
}

test("a posted form begins with its owner, and a GET form has none", () => {
  expect(namesIn("post")).toEqual([
    ["formOwner", "12:Ada"],
    ["q", ""],
  ]);
  cleanup();
  expect(namesIn("get")).toEqual([["q", ""]]);
});
