/**
 * What somebody's browser keeps for them until they log out: one value for each name, such as `draft:/users/create`.
 * A browser that has no room, or keeps nothing at all, is no trouble: it has nothing to offer later.
 */
const prefix = "kept:";

/** Nothing where nothing was kept, where it is damaged, and where somebody else kept it. */
export function readKept(userId: number, name: string): unknown {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + name) ?? "") as { of?: unknown; value?: unknown };
    return kept.of === userId ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value, or, without one, nothing. */
export function keep(userId: number, name: string, value?: unknown) {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify({ of: userId, value }));
  } catch {
    // See above.
  }
}

/** For those who log out: nothing stays, whoever kept it. */
export function forgetKept() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
