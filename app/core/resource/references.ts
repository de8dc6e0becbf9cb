/**
 * How a form's field names another record: in words for people and by its number, such as "Ada Active · #1".
 * Browser-safe.
 */

export const referenceText = (title: string, id: number | null) => (id === null ? title : `${title} · #${id}`);

/** The number in a field's text; nothing when it names none: “Acme, branch #6” is a name. */
export function referredId(text: string): number | undefined {
  const digits = /(?:^|·)\s*#([1-9]\d{0,14})\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
