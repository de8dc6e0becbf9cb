// Apart from what changes rows: the error summary of every form needs it.

/**
 * The numbers of a list's rows, out of names such as `lines.3.price`: each once, in the order in which they stand in
 * the form.
 */
export function rowNumbers(names: Iterable<string>, list: string): number[] {
  const numbers = new Set<number>();
  for (const name of names) {
    const number = name.startsWith(`${list}.`)
      ? /^(0|[1-9]\d{0,5})\./.exec(name.slice(list.length + 1))?.[1]
      : undefined;
    if (number !== undefined) numbers.add(Number(number));
  }
  return [...numbers];
}
