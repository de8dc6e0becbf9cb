/** A number with the list of the rows that it was counted from. Browser-safe. */
export interface Counted {
  value: number;
  href: string;
  /** Which of the list's totals it is: how many rows there are, or the sum of that name in its foot. */
  is: string;
}

/** How many rows a list has. */
export const rows = "rows";

/** What a link to the rows says of itself, so that it can be checked against them. */
export const proof = ({ value, href, is }: Counted) => ({ href, "data-value": value, "data-is": is });
