import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { holdsCard, maskCard, maskCards, maskName, shownCard } from "./cards";

describe("a card number", () => {
  it("is masked except for its last four digits, however it is written", () => {
    expect(maskCard("4242424242424242")).toBe("**** **** **** 4242");
    expect(maskCard("3782 822463 10005")).toBe("**** **** **** 0005");
    expect(maskCard("4242-4242-4242-4242")).toBe("**** **** **** 4242");
  });

  it("stays the same if it is masked already", () => {
    expect(maskCard("**** **** **** 4417")).toBe("**** **** **** 4417");
    expect(maskCard("•••• 4417")).toBe("**** **** **** 4417");
  });

  it("is empty if there is none", () => {
    expect(["", "n/a", "12"].map(maskCard)).toEqual(["", "", ""]);
    expect(shownCard("")).toBe("");
  });

  it("is displayed by its last four digits", () => expect(shownCard(maskCard("4242424242424242"))).toBe("•••• 4242"));
});

test("whatever is sent as a card number, at most four digits of it are stored", () => {
  fc.assert(fc.property(fc.string(), (sent) => maskCard(sent).replace(/\D/g, "").length <= 4));
});

describe("a card number is found in the text", () => {
  // The numbers that the brands publish for tests.
  it.each([
    "4242424242424242",
    "4242 4242 4242 4242",
    "4242-4242-4242-4242",
    "4012.8888.8888.1881",
    "5555 5555 5555 4444",
    "2223003122003222",
    "3782 822463 10005",
    "371449635398431",
    "3056 930902 5904",
    "36227206271667",
    "6011111111111117",
    "3566 0020 2036 0505",
    "6205500000000000004",
    "6304 0000 0000 0000",
    "Card 4242 4242 4242 4242 12/27 123",
    "PM-4242424242424242",
    "call 555 4242 4242 4242 4242",
    "4242 – 4242 – 4242 – 4242",
    "4242\u00a04242\u00a04242\u00a04242",
    "４２４２４２４２４２４２４２４２",
    "first\n4242 4242 4242 4242\nlast",
    "4242_4242_4242_4242",
    "4242|4242|4242|4242",
    "4242 | 4242 | 4242 | 4242",
    "4242\u200b4242\u200b4242\u200b4242",
    "4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2",
    "4242\u00ad4242\u20604242\ufeff4242",
    "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
    "۴۲۴۲ ۴۲۴۲ ۴۲۴۲ ۴۲۴۲",
    "४२४२४२४२४२४२४२४२",
    "𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐",
    "④②④②④②④②④②④②④②④②",
    "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2",
    "4-2-4-2-4-2-4-2-4-2-4-2-4-2-4-2",
    "4242·4242·4242·4242",
    "4242*4242*4242*4242",
    "4242,4242,4242,4242",
    "4242\\4242\\4242\\4242",
    "(4242)(4242)(4242)(4242)",
    "4\ufe0f\u20e32\ufe0f\u20e3".repeat(8),
    "4\u20dd2\u20dd".repeat(8),
    "❹❷".repeat(8),
    "➃➁".repeat(8),
    "➍➋".repeat(8),
    "⓸⓶".repeat(8),
    "4242\u28004242\u28004242\u28004242",
    "4242\u31644242\u31644242\u31644242",
    "4242\u00014242\u00014242\u00014242",
    "4\u00012\u0001".repeat(8),
    "[4242] [4242] [4242] [4242]",
    "DE00 4242 4242 4242 4242 00",
    "`4242` `4242` `4242` `4242`",
    "4242’4242’4242’4242",
    "4242     4242     4242     4242",
    "4242 --- 4242 --- 4242 --- 4242",
    "4242\r\n\r\n4242\r\n\r\n4242\r\n\r\n4242",
  ])("%j", (text) => expect(holdsCard(text)).toBe(true));

  it.each([
    ["a wrong check digit", "4242 4242 4242 4243"],
    ["no brand", "1234 5678 9012 3452"],
    ["masked", "**** **** **** 4242"],
    ["a phone", "+49 1512 3456784"],
    ["phones in a row", "+44 20 5550 0118, +44 20 5550 0125"],
    ["an article's number", "4006381333931"],
    ["a parcel", "1Z 999 AA1 01 2345 6784"],
    ["an account", "DE89 3704 0044 0532 0130 00"],
    ["an account with a card's digits", "IBAN DE78 4401 0046 0123 6127 55 BIC EXAMPLEX"],
    ["a device", "353879234252633"],
    ["sizes", "36 37 38 39 40 41 42 43 44 45 46 47 48"],
    ["years", "2019 2020 2021 2022"],
    ["a moment", "2026-11-21 10:15:00"],
    ["prices", "4012, 8888, 8888, 1881"],
    ["a lookalike within a longer number", "94242424242424242"],
  ])("a card number is not found in %s", (_, text) => expect(holdsCard(text)).toBe(false));
});

describe("a text with masked card numbers", () => {
  it.each([
    ["4242424242424242", "**** **** **** 4242"],
    ["Paid with 4242 4242 4242 4242.", "Paid with **** **** **** 4242."],
    ["4242_4242_4242_4242 and 5555|5555|5555|4444", "**** **** **** 4242 and **** **** **** 4444"],
    ["no: ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢!", "no: **** **** **** 4242!"],
    ["4\u200b242424242424242", "**** **** **** 4242"],
    ["4242 4242 4242 4242 12/27 123", "**** **** **** 4242 12/27 ***"],
    ["4242424242424242 123", "**** **** **** 4242 ***"],
    ["4242424242424242, 12/2027, CVC: 1234", "**** **** **** 4242, 12/2027, CVC: ***"],
    ["my cvv2 is not cvv 987", "my cvv2 is not cvv ***"],
    ["4242424242424242 123\nThank you", "**** **** **** 4242 ***\nThank you"],
    ["(4242424242424242, 12/27, 123)", "(**** **** **** 4242, 12/27, ***)"],
    ["5555555555554444 CVC-123 thanks", "**** **** **** 4444 CVC-*** thanks"],
    ["•••• 4242 CVC 123 thanks", "•••• 4242 CVC *** thanks"],
    ["CVC: 123", "CVC: ***"],
    [" CVV 1234 ", " CVV *** "],
    ["12/27 4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2", "12/27 **** **** **** 4242"],
    ["4242424242424242 on 2026-11-21", "**** **** **** 4242 on 2026-11-21"],
    ["4242424242424242 2026 Paris", "**** **** **** 4242 2026 Paris"],
    ["card 4242424242424242 / 1250 EUR", "card **** **** **** 4242 / 1250 EUR"],
    ["4242 4242 4242 4242, 12/26 123 Main Street", "**** **** **** 4242, 12/26 123 Main Street"],
    ["CVC1200 pump", "CVC1200 pump"],
    ["CVC 1200 pump", "CVC 1200 pump"],
    ["Pump CVC 1200", "Pump CVC 1200"],
    ["CVC-1200", "CVC-1200"],
    ["CVC1300", "CVC1300"],
    ["Order 100200300400500, +44 20 5550 0118", "Order 100200300400500, +44 20 5550 0118"],
  ])("a text with masked card numbers of %j is %j", (text, masked) => {
    expect(maskCards(text)).toBe(masked);
    expect(maskCards(masked)).toBe(masked);
  });

  it("contains no card number that begins with another one's last four digits", () => {
    expect(maskCards("4000 000000044000 000000044000 000000044000 1")).toBe("**** **** **** 4000 1");
    expect(maskCards("4000 000000044000 000000044000 4242424242424242 000000044000")).toBe(
      "**** **** **** 4000 **** **** **** 4242 000000044000",
    );
    const group = fc.constantFrom(
      "4000",
      "000000044000",
      "4242",
      "424242424242",
      "4",
      "2",
      "123",
      "5555555555554444",
      "cvc",
    );
    fc.assert(
      fc.property(
        fc.array(group, { maxLength: 30 }),
        fc.constantFrom(" ", ","),
        (groups, between) => !holdsCard(maskCards(groups.join(between))),
      ),
      { numRuns: 1_000 },
    );
  });

  it("contains no card number, whatever was around it", () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom("4242424242424242", "5555 5555 5555 4444", "3782-822463-10005", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", " ", "_"),
    );
    fc.assert(fc.property(fc.array(part, { maxLength: 8 }), (parts) => !holdsCard(maskCards(parts.join("")))));
  });
});

test("few random numbers with the length of a card number are taken for one", () => {
  const numbers = fc.sample(fc.stringMatching(/^[1-9]\d{15}$/), { numRuns: 5_000, seed: 1 });
  expect(numbers.filter(holdsCard).length / numbers.length).toBeLessThan(0.04);
});

describe("the name of a file", () => {
  it("has its card numbers masked", () =>
    expect(maskName("card 4242 4242 4242 4242.csv")).toBe("card **** **** **** 4242.csv"));

  it("is not cut within a number if it is too long", () => {
    expect(maskName(`${"4242 ".repeat(100)}list of May.csv`)).toBe("list of May.csv");
    expect(maskName("1".repeat(500))).toBe("");
  });
});

/** Counts the characters read during `act`, by iteration or by regular expressions. */
function charactersLookedAt(act: () => void): number {
  let looked = 0;
  const [{ exec }, { [Symbol.iterator]: iterator }] = [RegExp.prototype, String.prototype];
  Object.assign(String.prototype, {
    [Symbol.iterator](this: string) {
      looked += this.length;
      return iterator.call(this);
    },
  });
  Object.assign(RegExp.prototype, {
    exec(this: RegExp, text: string) {
      const from = this.global ? this.lastIndex : 0;
      const found = exec.call(this, text);
      looked += (found ? found.index + found[0].length : this.source.startsWith("^") ? 0 : text.length) - from;
      return found;
    },
  });
  try {
    act();
  } finally {
    Object.assign(String.prototype, { [Symbol.iterator]: iterator });
    Object.assign(RegExp.prototype, { exec });
  }
  return looked;
}

describe("searching for card numbers takes linear time", () => {
  it.each([
    "000000044000 ",
    "4000",
    "4000 ",
    "4242424242424242 ",
    "4242 4242 4242 4242,",
    "4 2 ",
    "4",
    "4, ",
    "424 ",
    "4242424242424242 12/27 123, ",
    "cvc ",
    "CVC 123 ",
    "cvc: 123\n",
    "**** 4242 ",
    "٤٢٤٢ ",
    "𝟒",
    "½",
    "4\u200b",
    "a1",
    "DE78 4401 0046 0123 6127 55 ",
    "DE78440100460123612756",
  ])("%j", (piece) => {
    const [short = 0, long] = [5_000, 20_000].map((length) =>
      charactersLookedAt(() => maskCards(`4000 ${piece.repeat(Math.ceil(length / piece.length))}`)),
    );
    expect(long).toBeLessThan(5 * short + 1_000);
    expect(long).toBeLessThan(60 * 20_000);
  });
});
