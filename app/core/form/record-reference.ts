/** Text of form fields that name another record, with its id: "Ada Active · #1". Browser-safe. */

export const referenceText = (title: string, id: number | null) => (id === null ? title : `${title} · #${id}`);

/** Returns the id at the end of a field's text, or undefined: “Acme, branch #6” is only a name. */
export function referredId(text: string): number | undefined {
  const digits = /(?:^|·)\s*#([1-9]\d{0,14})\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
