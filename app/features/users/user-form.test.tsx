import { createRemixStub } from "@remix-run/testing";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FormState } from "~/core/form/form-state";
import { sampleUser } from "~/testing/sample-user";
import { UserForm } from "./user-form";

afterEach(cleanup);

const user = sampleUser(6, "Dan", { uid: null, revision: 2 });
const refused: FormState = { fields: { name: "Ada's" }, errors: { phone: "Enter digits" } };

function hidden(name: string, props: Parameters<typeof UserForm>[0]) {
  const Page = createRemixStub([{ path: "/", Component: () => <UserForm {...props} /> }]);
  const { container } = render(<Page />);
  return container.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`)?.value;
}

test("a form starts with the record's revision", () => {
  expect(hidden("revision", { user })).toBe("2");
});

test("a refused form sends the revision that it was based on, whether older or newer than the page's record", () => {
  for (const revision of [0, 1, 3])
    expect(hidden("revision", { user, form: { ...refused, revision } })).toBe(String(revision));
});

test("a refused form for a new person sends its first key again", () => {
  expect(hidden("key", { formKey: "new", form: { ...refused, revision: 0, key: "first" } })).toBe("first");
  expect(hidden("key", { formKey: "new" })).toBe("new");
});
