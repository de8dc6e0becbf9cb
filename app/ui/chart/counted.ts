/** A number with a link to the rows that it was counted from. Browser-safe. */
export interface Counted {
  value: number;
  href: string;
  /** Name of the list total that it equals: the number of rows, or the sum with that name in its footer. */
  is: string;
}

/** Name of the total that is the number of rows. */
export const rows = "rows";

/** Returns the attributes of a link to the rows, which let tests compare the number with the list. */
export const proof = ({ value, href, is }: Counted) => ({ href, "data-value": value, "data-is": is });
