import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { maskCard, shownCard } from "./cards";

describe("a card number", () => {
  it("keeps its last four digits, however it is written", () => {
    expect(maskCard("4242424242424242")).toBe("**** **** **** 4242");
    expect(maskCard("3782 822463 10005")).toBe("**** **** **** 0005");
    expect(maskCard("4242-4242-4242-4242")).toBe("**** **** **** 4242");
  });

  it("stays as it is when it is masked already", () => {
    expect(maskCard("**** **** **** 4417")).toBe("**** **** **** 4417");
    expect(maskCard("•••• 4417")).toBe("**** **** **** 4417");
  });

  it("is nothing when it is none", () => {
    expect(["", "n/a", "12"].map(maskCard)).toEqual(["", "", ""]);
    expect(shownCard("")).toBe("");
  });

  it("is shown by its last four digits", () => expect(shownCard(maskCard("4242424242424242"))).toBe("•••• 4242"));
});

test("whatever is sent for a card, no more than four digits of it are kept", () => {
  fc.assert(fc.property(fc.string(), (sent) => maskCard(sent).replace(/\D/g, "").length <= 4));
});
