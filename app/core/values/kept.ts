/**
 * What somebody's browser keeps for them until they log out: one value for each name, such as `draft:/users/create`.
 * A browser that has no room, or keeps nothing at all, is no trouble: it has nothing to offer later.
 */
const prefix = "kept:";

/** For all windows, or for this one alone, until it is closed. */
type Where = "localStorage" | "sessionStorage";

/** Nothing where nothing was kept, where it is damaged, and where somebody else kept it. */
export function readKept(userId: number, name: string, where: Where = "localStorage"): unknown {
  try {
    const kept = JSON.parse(window[where].getItem(prefix + name) ?? "") as { of?: unknown; value?: unknown };
    return kept.of === userId ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value, or, without one, nothing. Answers whether that could be. */
export function keep(userId: number, name: string, value?: unknown, where: Where = "localStorage"): boolean {
  try {
    if (value === undefined) window[where].removeItem(prefix + name);
    else window[where].setItem(prefix + name, JSON.stringify({ of: userId, value }));
    return true;
  } catch {
    return false;
  }
}

/** What the draft of a new record is called, by the address of its form. */
export const draftOf = (path: string) => `draft:${path}`;

/** For the form of a record that was made. */
export const forgetDraft = (path: string) => keep(0, draftOf(path));

/** For those who log out: nothing stays, whoever kept it. */
export function forgetKept() {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage)) if (name.startsWith(prefix)) storage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
