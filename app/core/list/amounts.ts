/** The amounts that a list shows, as its form posts them with bulk actions. */

/** Returns amounts in cents by record id as text: "INV-0001:10000 INV-0002:500". */
export const writeAmounts = (amounts: (readonly [id: number | string, cents: number])[]): string =>
  amounts.map(([id, cents]) => `${id}:${cents}`).join(" ");

/** Returns the amounts in such a text; undefined if there is none. */
export const readAmounts = (text: unknown): Map<string, number> | undefined =>
  typeof text === "string"
    ? new Map([...text.matchAll(/(\S+):(-?\d+)/g)].map(([, id = "", cents]) => [id, Number(cents)]))
    : undefined;
