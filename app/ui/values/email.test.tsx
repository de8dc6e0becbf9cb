import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Email } from "./email";

afterEach(cleanup);

test.each([
  ["ada@example.com", "ada@|example.com"],
  ['"a@b"@example.com', '"a@b"@|example.com'],
  ["no address", "|no address"],
])("%s may break before its domain", (address, broken) => {
  const { container } = render(<Email address={address} />);
  expect(container.textContent).toBe(address);
  container.querySelector("wbr")?.replaceWith("|");
  expect(container.textContent).toBe(broken);
});
