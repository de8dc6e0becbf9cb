/**
 * All tables and their inferred types. Times are UTC; days are text such as `2026-11-21`; money is in integer cents;
 * percentages are integers in hundredths of a percent.
 */
export * from "./people";
export * from "./mail";
export * from "./company";
export * from "./taxes";
export * from "./products";
export * from "./sales";
export * from "./invoice-drafts";
export * from "./payments";
export * from "./credit-notes";
export * from "./support";
export * from "./accounts";
export * from "./sign-in";
export * from "./billing";
export * from "./journal";
export * from "./system";
export * from "./visits";
export * from "./career";
export * from "./course";
export * from "./work";
export * from "./totals";
