import type { TaxRate } from "../schema";
import { daysAfter } from "./parts";

const rates: Pick<TaxRate, "name" | "rate" | "category" | "reason">[] = [
  { name: "VAT 20%", rate: 20_00, category: "standard", reason: "" },
  { name: "Reduced VAT 5%", rate: 5_00, category: "reduced", reason: "" },
  { name: "Zero rate", rate: 0, category: "zero", reason: "" },
];

/** Returns three tax rates. No product has one, so that the tax of an invoice is entered as an amount at first. */
export const sampleTaxRates = (now: Date) =>
  rates.map((rate, index) => ({ id: index + 1, ...rate, createdAt: daysAfter(now, index - 100) }));
