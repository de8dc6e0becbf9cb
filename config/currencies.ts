/** The currencies that a company can have. */

const decimalsOf = (currency: string) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;

/** Codes of the currencies with two decimals, such as `EUR`: amounts are stored in hundredths. */
export const currencyCodes: string[] = Intl.supportedValuesOf("currency").filter((code) => decimalsOf(code) === 2);

const codes = new Set(currencyCodes);

export const isCurrency = (code: string) => codes.has(code);
