// Kept apart from the code that changes rows, as the error summary of every form imports it.

/** Returns the distinct row numbers of a list in names such as `lines.3.price`, in form order. */
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
