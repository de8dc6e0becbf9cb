/** Whole numbers as people type them. Browser-safe. */

const grouped = /^-?[1-9]\d{0,2}([,.\s'’])\d{3}(?:\1\d{3})*$/;

/**
 * A whole number without what parts its thousands: "1.234", "1,234" and "1 234" are 1234, since three digits behind a
 * mark can be nothing else. What is none stays as it was typed. For forms alone: a program or a file may mean 1.234.
 */
export const ungrouped = (typed: string) => (grouped.test(typed.trim()) ? typed.replace(/[,.\s'’]/g, "") : typed);
