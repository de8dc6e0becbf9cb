/**
 * What somebody's browser keeps for them until they log out: one value for each name, such as `draft:/users/create`.
 * A browser that has no room, or keeps nothing at all, is no trouble: it has nothing to offer later.
 */
const prefix = "kept:";

/** For all windows, or for this one alone, until it is closed. */
export type Where = "localStorage" | "sessionStorage";

/** Nothing where nothing was kept, where it is damaged, and where somebody else kept it. */
export function readStored(userId: number, name: string, where: Where = "localStorage"): unknown {
  try {
    const kept = JSON.parse(globalThis[where].getItem(prefix + name) ?? "") as { of?: unknown; value?: unknown };
    return kept.of === userId ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value, or, without one, nothing. Answers whether that could be. */
export function saveStored(userId: number, name: string, value?: unknown, where: Where = "localStorage"): boolean {
  try {
    if (value === undefined) globalThis[where].removeItem(prefix + name);
    else globalThis[where].setItem(prefix + name, JSON.stringify({ of: userId, value }));
    return true;
  } catch {
    return false;
  }
}

/** What the draft of a form is called, by its address. */
export const draftOf = (path: string) => `draft:${path}`;

/** For the form of a record that was made. */
export const forgetDraft = (path: string) => saveStored(0, draftOf(path));

/** For those who log out: nothing stays but what other windows keep for themselves, whoever kept it. */
export function clearStored() {
  for (const where of ["localStorage", "sessionStorage"] as const) forgetWhere(where, () => true);
}

/** For whoever comes in: nothing stays of others who were in this window before. */
export const forgetOthers = (userId: number) =>
  forgetWhere("sessionStorage", (kept) => !kept.startsWith(`{"of":${userId},`));

function forgetWhere(where: Where, isGone: (kept: string) => boolean) {
  try {
    const storage = globalThis[where];
    for (const name of Object.keys(storage))
      if (name.startsWith(prefix) && isGone(storage.getItem(name) ?? "")) storage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
