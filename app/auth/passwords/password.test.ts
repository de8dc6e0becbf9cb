import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demo } from "db/samples/users";
import { IdentityError } from "~/auth/identity-errors";
import { isCommonPassword } from "./common-passwords";
import { newPassword } from "./password";
import { refusePersonal } from "./personal.server";

const said = (password: string) => newPassword().safeParse(password).error?.issues[0]?.message;

describe("a new password", () => {
  it.each([
    "correct horse battery",
    "blue kettle 91",
    "日本語のパスワード",
    "ßß ßß ßß ßß",
    "aaaa bbbb cccc dddd e9",
    demo.password,
  ])("may be “%s”", (password) => {
    expect(said(password)).toBeUndefined();
  });

  it("must have 8 to 128 characters", () => {
    expect(said("kettle7")).toBe("Use at least 8 characters");
    expect(said("kettle 7")).toBeUndefined();
    expect(said("kettle ".repeat(18) + "ab")).toBeUndefined();
    expect(said("kettle ".repeat(18) + "abc")).toBe("Keep this to 128 characters");
    expect(said("")).toBe("Choose a password");
  });

  it.each([
    ..."password 12345678 qwertyuiop iloveyou password123 11111111 letmein1 sunshine trustno1 abcd1234 1q2w3e4r 1qaz2wsx".split(
      " ",
    ),
    ..."passw0rd P@ssw0rd! 987654321 Password1! Summer2024! 123qweasd aaaaaaaa 11223344 19900101 31.12.1999 00000001 PASSWORD".split(
      " ",
    ),
  ])("may not be a common one, such as %s", (password) => {
    expect(said(password)).toContain("Many people use this password");
  });

  it.each(["wildcats", "Spongebob", "POSTOV1000", "gnasher23", "Scoobydoo", "dragonball"])(
    "may not be one of the most common ones, in any case, such as %s",
    (password) => {
      expect(said(password)).toContain("Many people use this password");
    },
  );

  it("is not accepted because of digits and signs around a common one", () => {
    const word = fc.constantFrom("password", "qwertyuiop", "sunshine", "Football");
    const around = fc.stringMatching(/^[\d._#+-]{0,5}$/);
    fc.assert(fc.property(around, word, around, (before, common, after) => isCommonPassword(before + common + after)));
  });

  it("can be anything that can be typed", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 128, unit: "binary" }), (password) =>
        [undefined, "Many"].includes(said(password)?.split(" ")[0]),
      ),
    );
  });
});

describe("a password with its user's own name or address", () => {
  const refused = (password: string, email = "ada.l@example.com", name = "Zoë Lovelace-Li") => {
    try {
      refusePersonal(password, { email, name });
      return undefined;
    } catch (error) {
      return error instanceof IdentityError ? error.code : error;
    }
  };

  it.each(["lovelace1815", "my LOVELACE kettle", "lovel\u00e1ce kettle"])(
    "is refused for the name, such as %s",
    (password) => {
      expect(refused(password)).toBe("password-holds-name");
    },
  );

  it.each(["ada.l@example.com", "x ADA.L@Example.com", "blue ada.l kettle"])(
    "is refused for the address, such as %s",
    (password) => {
      expect(refused(password)).toBe("password-holds-address");
    },
  );

  it("is refused for a part of the address's name too, and for a name in other letters", () => {
    expect(refused("quincy 92 kettle", "j.quincy+office@example.com", "J")).toBe("password-holds-address");
    expect(
      refused("\u0418\u0432\u0430\u043d\u043e\u0432 1990", "i@example.com", "\u0438\u0432\u0430\u043d\u043e\u0432"),
    ).toBe("password-holds-name");
  });

  it("is refused for the whole of a name or address with short parts", () => {
    for (const password of ["annlee2024", "Ann Lee 2024", "ann.lee!1990"])
      expect([password, refused(password, "q@x.example", "Ann Lee")]).toEqual([password, "password-holds-name"]);
    for (const password of ["jo@x.example", "JO@X.Example!1"])
      expect([password, refused(password, "jo@x.example", "Ann")]).toEqual([password, "password-holds-address"]);
    expect(refused("a green leek", "q@x.example", "Ann Lee")).toBeUndefined();
  });

  it("is accepted with parts shorter than four letters, and with the address's domain", () => {
    for (const password of ["blue zoe kettle", "bali kettle li", "example.com kettle", "an adage of old"])
      expect([password, refused(password)]).toEqual([password, undefined]);
  });
});
