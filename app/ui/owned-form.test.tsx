import { createRemixStub } from "@remix-run/testing";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FormOwnerContext } from "~/core/form/form-owner";
import { Form } from "./owned-form";

afterEach(cleanup);

const sources = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });

test("no page posts a form that does not say whom it was opened for", () => {
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

test("a posted form says first whom it was opened for, and one that only asks does not", () => {
  expect(namesIn("post")).toEqual([
    ["formOwner", "12:Ada"],
    ["q", ""],
  ]);
  cleanup();
  expect(namesIn("get")).toEqual([["q", ""]]);
});
