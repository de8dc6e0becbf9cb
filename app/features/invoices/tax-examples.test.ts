/**
 * Invoices with published sums, in the words of their files: quantity × price and category with percentage, then
 * category, net and tax of each rate, and the total with tax. An allowance of a line or document is a line below 0.
 */
import { expect, it } from "vitest";
import type { TaxCategory } from "db/lookups";
import { documentSums } from "~/features/taxes/document-sums";

/** The published collections of examples. */
const sources = {
  en16931: "https://github.com/ConnectingEurope/eInvoicing-EN16931",
  peppol: "https://github.com/OpenPEPPOL/peppol-bis-invoice-3",
  xrechnung: "https://github.com/itplr-kosit/xrechnung-testsuite",
};

type Example = [source: keyof typeof sources, file: string, lines: string, taxes: string, total: string];

// prettier-ignore
const examples: Example[] = [
  ["en16931", "ubl-tc434-creditnote1", "1 × 100.11 E", "E 100.11 0.00", "100.11"],
  ["en16931", "sample-discount-price", "1 × 12.12 S25", "S25 12.12 3.03", "15.15"],
  ["en16931", "ubl-tc434-example9", "3 × 49.00 S21", "S21 147.00 30.87", "177.87"],
  ["en16931", "FT G2G_TD01 con Allegato, Bonifico e Split Payment", "20 × 62.30 B22", "B22 1246.00 274.12", "1520.12"],
  ["en16931", "BIS3_Invoice_positive.XML", "1 × 625743.54 S25", "S25 625743.54 156435.89", "782179.43"],
  ["en16931", "BIS3_Invoice_negativ.XML", "1 × -625743.54 S25", "S25 -625743.54 -156435.89", "-782179.43"],
  ["en16931", "ubl-tc434-example7", "1 × 2500.00 O; 1 × 700.00 O", "O 3200.00 0.00", "3200.00"],
  ["en16931", "ubl-tc434-example4", "1000 × 1.00 S25; 100 × 5.00 S25; 500 × 5.00 S12", "S25 1500.00 375.00; S12 2500.00 300.00", "4675.00"],
  ["en16931", "ubl-tc434-example3", "2 × 800.00 S25; 1 × -800.00 S25; 2 × 800.00 S10; 1 × -800.00 S10; 1 × 100.00 S25", "S25 900.00 225.00; S10 800.00 80.00", "2005.00"],
  ["en16931", "ubl-tc434-example5", "1000 × 1.00 S25; 100 × 5.00 S25; 500 × 5.00 S12; 1 × -150.00 S25; 1 × 150.00 S25", "S25 1500.00 375.00; S12 2500.00 300.00", "4675.00"],
  ["en16931", "guide-example3", "2 × 800.00 S25; 1 × -1200.00 S25; 2 × 800.00 S25; 1 × -1200.00 S25; 1 × 100.00 S25", "S25 900.00 225.00", "1125.00"],
  ["en16931", "issue116", "1 × 100.00 S6; 1 × 50.00 S12; 1 × 150.00 S12; 1 × 400.00 S25; 1 × -0.00 S6; 1 × -1.00 E; 1 × 1.00 E; 1 × 0.00 E", "S6 100.00 6.00; S25 400.00 100.00; S12 200.00 24.00; E 0.00 0.00", "830.00"],
  ["en16931", "guide-example2", "2 × 1273.00 S25; 1 × -1273.00 S25; 1 × -3.96 S15; 2 × 2.48 S15; 1 × -25.00 E; 250 × 0.75 S25; 1 × -100.00 S25; 1 × 100.00 S25", "S25 1460.50 365.13; S15 1.00 0.15; E -25.00 0.00", "1801.78"],
  ["peppol", "vat-category-E", "10 × 120.00 E", "E 1200.00 0.00", "1200.00"],
  ["peppol", "vat-category-O", "1 × 3200.00 O", "O 3200.00 0.00", "3200.00"],
  ["peppol", "base-creditnote-correction", "7 × 400.00 S25; 3 × -500.00 S25; 1 × 25.00 S25", "S25 1325.00 331.25", "1656.25"],
  ["peppol", "base-negative-inv-correction", "7 × -400.00 S25; 3 × 500.00 S25; 1 × -25.00 S25", "S25 -1325.00 -331.25", "-1656.25"],
  ["peppol", "Vat-category-S", "10 × 400.00 S25; 10 × 200.00 S15; 10 × 90.00 S25; 1 × 200.00 S25; 1 × -100.00 S25", "S25 5000.00 1250.00; S15 2000.00 300.00", "8550.00"],
  ["peppol", "Norwegian-example-1", "1 × 1273.00 S25; 1 × -3.96 S15; 2 × 2.48 S15; 1 × -25.00 E; 250 × 0.75 S25; 1 × 100.00 S25; 1 × -100.00 S25", "S25 1460.50 365.13; S15 1.00 0.15; E -25.00 0.00", "1801.78"],
  ["peppol", "Allowance-example", "10 × 410.00 S25; 1 × -100.00 S25; 1 × 1000.00 E; 10 × 100.00 S25; 1 × -100.00 S25; 1 × 200.00 S25; 1 × -200.00 S25", "S25 4900.00 1225.00; E 1000.00 0.00", "7125.00"],
  ["xrechnung", "01.02a-INVOICE_ubl", "1 × 11.78 S7", "S7 11.78 0.82", "12.60"],
  ["xrechnung", "01.04a-INVOICE_ubl", "1 × 120.00 O", "O 120.00 0.00", "120.00"],
  ["xrechnung", "04.02a-INVOICE_ubl", "1 × 27.72 S19", "S19 27.72 5.27", "32.99"],
  ["xrechnung", "01.07a-INVOICE_ubl", "1 × 38.00 S19", "S19 38.00 7.22", "45.22"],
  ["xrechnung", "04.04a-INVOICE_ubl", "1 × 3508.77 S19", "S19 3508.77 666.67", "4175.44"],
  ["xrechnung", "01.08a-INVOICE_ubl", "12 × 197.89 S19", "S19 2374.68 451.19", "2825.87"],
  ["xrechnung", "01.09a-INVOICE_ubl", "1 × 6048.00 S19", "S19 6048.00 1149.12", "7197.12"],
  ["xrechnung", "01.10a-INVOICE_ubl", "10 × 218.00 S19", "S19 2180.00 414.20", "2594.20"],
  ["xrechnung", "01.21a-INVOICE_ubl", "4 × 52.00 AE; 1 × 25.00 AE", "AE 233.00 0.00", "233.00"],
  ["xrechnung", "05.01a-INVOICE_ubl", "1 × 288.79 S7; 1 × 26.07 S7", "S7 314.86 22.04", "336.90"],
  ["xrechnung", "01.03a-INVOICE_ubl", "1 × 152.34 S7; 1 × 17.94 S7", "S7 170.28 11.92", "182.20"],
  ["xrechnung", "02.06a-INVOICE_ubl", "1 × 29.95 S19; 19 × -1.00 S19", "S19 10.95 2.08", "13.03"],
  ["xrechnung", "01.20a-INVOICE_ubl", "1 × -100.00 S19; 4 × 100.00 S19", "S19 300.00 57.00", "357.00"],
  ["xrechnung", "04.01a-INVOICE_ubl", "1 × 818.04 S19; 1 × 11718.80 S19", "S19 12536.84 2382.00", "14918.84"],
  ["xrechnung", "01.14a-INVOICE_ubl", "33 × 143.75 S19; 42 × 143.75 S19", "S19 10781.25 2048.44", "12829.69"],
  ["xrechnung", "01.11a-INVOICE_ubl", "3 × 71.42 S19; 1 × 10.71 S19; 1 × 9.80 S19", "S19 234.77 44.61", "279.38"],
  ["xrechnung", "03.05a-INVOICE_ubl", "1 × 32.74 S19; 1 × 6912.37 S19; 1 × 37736.90 S19", "S19 44682.01 8489.58", "53171.59"],
  ["xrechnung", "02.02a-INVOICE_ubl", "33 × 143.75 E; 42 × 143.75 E; 1 × 0.00 E; 1 × -0.00 E", "E 10781.25 0.00", "10781.25"],
  ["xrechnung", "02.04a-INVOICE_ubl", "33 × 0.00 S19; 42 × 0.00 S19; 1 × 0.00 E; 1 × -0.00 E", "S19 0.00 0.00; E 0.00 0.00", "0.00"],
  ["xrechnung", "02.01a-INVOICE_ubl", "33 × 143.75 S19; 42 × 143.75 S19; 1 × 0.00 E; 1 × -0.00 E", "S19 10781.25 2048.44; E 0.00 0.00", "12829.69"],
  ["xrechnung", "01.05a-INVOICE_ubl", "5 × 1340.00 S19; 5 × 300.00 S19; 5 × 90.00 S19; 11 × 20.00 S19", "S19 8870.00 1685.30", "10555.30"],
  ["xrechnung", "03.06a-INVOICE_ubl", "1 × 1000.00 S19; 1 × 100.00 S19; 1 × -100.00 Z; 1 × 500.00 S19", "S19 1600.00 304.00; Z -100.00 0.00", "1804.00"],
  ["xrechnung", "01.15a-INVOICE_ubl", "1 × 850.00 S19; 1 × 2986.00 S19; 1 × 2344.00 S19; 1 × 2800.00 S19", "S19 8980.00 1706.20", "10686.20"],
  ["xrechnung", "01.12a-INVOICE_ubl", "1 × 12.52 S19; 2 × 63.45 S19; 2 × 47.82 S19; 1 × 11.75 S19; 1 × 9.80 S19", "S19 256.61 48.76", "305.37"],
  ["xrechnung", "04.03a-INVOICE_ubl", "1 × 21165166.39 S19; 1 × -255384.19 E; 1 × -41483.73 S19; 1 × -269644.22 E; 1 × -423303.33 S19", "S19 20700379.33 3933072.07; E -525028.41 0.00", "24108422.99"],
  ["xrechnung", "03.07a-INVOICE_ubl", "30 × 158125.00 S19; 42 × 143750.00 S19; 1 × 10000.00 E; 1 × 10000.00 E; 1 × -10000.00 E; 1 × -10000.00 E", "S19 10781250.00 2048437.50; E 0.00 0.00", "12829687.50"],
  ["xrechnung", "01.06a-INVOICE_ubl", "1 × 17.24 S19; 1 × 16704.07 S19; 1 × 5.21 S19; 1 × 282.36 S19; 1 × 386.68 S19; 1 × 535.11 S19; 1 × 306.05 S19", "S19 18236.72 3464.98", "21701.70"],
  ["xrechnung", "03.04a-INVOICE_ubl", "1 × 20765.88 S19; 1 × 9223.92 S19; 1 × 241.47 S19; 1 × 29.51 S19; 1 × 17.73 S19; 1 × 1.70 S19; 1 × 14.77 S19; 1 × 435.01 S19; 1 × 4426.83 S19", "S19 35156.82 6679.80", "41836.62"],
];

/** Categories by their codes in UNTDID 5305. */
const categories: Record<string, TaxCategory> = {
  S: "standard",
  Z: "zero",
  E: "exempt",
  AE: "reverse charge",
  O: "outside scope",
  G: "zero",
  K: "exempt",
  L: "standard",
  M: "standard",
  B: "standard",
};

const cents = (amount: string) => Math.round(Number(amount) * 100);

function taxCalled(name: string) {
  const [, code = "", percent = "0"] = /^([A-Z]+)([\d.]*)$/.exec(name) ?? [];
  const rate = cents(percent || "0");
  return {
    taxRateId: code.charCodeAt(0) * 100_000 + rate,
    taxName: name,
    rate,
    category: categories[code]!,
    taxReason: "",
  };
}

function lineOf(text: string) {
  const [, quantity = "", price = "", name = ""] = /^(\S+) × (\S+) (\S+)$/.exec(text) ?? [];
  return { quantity: Number(quantity), price: cents(price), discount: 0, ...taxCalled(name) };
}

it.each(examples)("the sums of the published example agree to the cent: %s %s", (source, file, lines, taxes, total) => {
  const sums = documentSums({ lines: lines.split("; ").map(lineOf), shippingCharge: 0, tax: 0 })!;
  const byRate = sums.taxes.map(({ name, net, tax }) => `${name} ${(net / 100).toFixed(2)} ${(tax / 100).toFixed(2)}`);
  expect(byRate.sort(), `${file} of ${sources[source]}`).toEqual(taxes.split("; ").sort());
  expect((sums.total / 100).toFixed(2)).toBe(total);
});

it("there are at least forty examples", () => expect(examples.length).toBeGreaterThanOrEqual(40));
