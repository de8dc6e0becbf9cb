import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demo } from "db/samples/users";
import { isCommonPassword } from "./common-passwords";
import { newPassword } from "./password";

const said = (password: string) => newPassword().safeParse(password).error?.issues[0]?.message;

describe("a password to be chosen", () => {
  it.each(["correct horse battery", "blue kettle 91", "日本語のパスワード", "ßß ßß ßß ßß", "aaaa bbbb cccc dddd e9", demo.password])("may be %s", (password) => {
    expect(said(password)).toBeUndefined();
  });

  it("has 8 to 128 characters", () => {
    expect(said("kettle7")).toBe("Use at least 8 characters");
    expect(said("kettle 7")).toBeUndefined();
    expect(said("kettle ".repeat(18) + "ab")).toBeUndefined();
    expect(said("kettle ".repeat(18) + "abc")).toBe("Keep this to 128 characters");
    expect(said("")).toBe("Choose a password");
  });

  it.each([
    ..."password 12345678 qwertyuiop iloveyou password123 11111111 letmein1 sunshine trustno1 abcd1234 1q2w3e4r 1qaz2wsx".split(" "),
    ..."passw0rd P@ssw0rd! 987654321 Password1! Summer2024! 123qweasd aaaaaaaa 11223344 19900101 31.12.1999 00000001 PASSWORD".split(" "),
  ])("is not what everybody tries first, such as %s", (password) => {
    expect(said(password)).toContain("Many people use this password");
  });

  it("does not get better by digits and signs around it", () => {
    const word = fc.constantFrom("password", "qwertyuiop", "sunshine", "Football");
    const around = fc.stringMatching(/^[\d._#+-]{0,5}$/);
    fc.assert(fc.property(around, word, around, (before, common, after) => isCommonPassword(before + common + after)));
  });

  it("can be anything that can be typed", () => {
    fc.assert(fc.property(fc.string({ minLength: 8, maxLength: 128, unit: "binary" }), (password) => [undefined, "Many"].includes(said(password)?.split(" ")[0])));
  });
});
