import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { email } from "~/core/form/rules";
import { asciiAddress, canonicalAddress } from "./email-address";

it("an address with an umlaut domain is valid, and the same however its domain is written", () => {
  for (const written of [
    "info@müller.example",
    " INFO@MÜLLER.example ",
    "info@xn--mller-kva.example",
    "info@mu\u0308ller.example",
    "Info@XN--MLLER-KVA.EXAMPLE",
  ])
    expect(email().parse(written)).toBe("info@müller.example");
  expect(email().parse("li@例え.jp")).toBe("li@例え.jp");
  expect(asciiAddress("info@müller.example")).toBe("info@xn--mller-kva.example");
});

it("an ASCII address stays as it is, and an invalid one is still refused", () => {
  expect(email().parse(" Ada@Example.com")).toBe("ada@example.com");
  for (const wrong of [
    "info@müller",
    "info@",
    "@müller.example",
    "a@b@müller.example",
    "info@mü ller.example",
    "info@mü_ller.example",
    "info@-ü.example/x",
    "nobody",
    "a@xn--a.example",
  ])
    expect(email().safeParse(wrong).success, wrong).toBe(false);
});

it("all encoded labels are decoded to the same letters", () => {
  const letters = fc.string({
    unit: fc.constantFrom(..."abcxyzäöüßéñçłøåæжшδωあ語한").map(String),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(letters, (label) => {
      const ascii = domainToASCII(`${label}.example`);
      if (!ascii) return;
      expect(domainToASCII(canonicalAddress(`a@${ascii}`).slice(2))).toBe(ascii);
    }),
  );
});

it("source code compares addresses with canonicalAddress, and never lower-cases them itself", () => {
  const files = ["app", "db", "scripts", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const lowerCased =
    /(?:e-?mail|address|recipient)\w*(?:\?\.|\.|!\.)?(?:\.?trim\(\)\.)?toLowerCase\(|lower\([^)]*(?:mail|recipient)/i;
  const found = files
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && name !== join("db", "email-address.ts"))
    .flatMap((name) =>
      readFileSync(name, "utf8")
        .split("\n")
        .flatMap((line) => (lowerCased.test(line) ? [`${name}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
