/**
 * Stores values per user in browser storage until logout, by names such as `draft:/users/create`. If storage is full or
 * unavailable, values are silently not kept.
 */
const prefix = "kept:";

/** `localStorage` for all tabs, or `sessionStorage` for this tab until it is closed. */
export type Where = "localStorage" | "sessionStorage";

/** Returns the stored value; undefined if there is none, it is malformed, or another user stored it. */
export function readStored(userId: number, name: string, where: Where = "localStorage"): unknown {
  try {
    const kept = JSON.parse(globalThis[where].getItem(prefix + name) ?? "") as { of?: unknown; value?: unknown };
    return kept.of === userId ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a value, or removes it if undefined. Returns whether that succeeded; storage for all tabs takes nothing from
 * pages of a user who has logged out or been followed by another.
 */
export function saveStored(userId: number, name: string, value?: unknown, where: Where = "localStorage"): boolean {
  try {
    if (where === "localStorage" && userId && !isSignedIn(userId)) return false;
    if (value === undefined) globalThis[where].removeItem(prefix + name);
    else globalThis[where].setItem(prefix + name, JSON.stringify({ of: userId, value }));
    return true;
  } catch {
    return false;
  }
}

/** Whether the cookie for scripts (`personCookie`) still names this user. */
const isSignedIn = (userId: number) =>
  new RegExp(`(?:^|; )(?:__Host-)?person(?:-\\d+)?=${userId}(?:;|$)`).test(document.cookie);

/** Returns the storage name of a form's draft, by its path. */
export const draftOf = (path: string) => `draft:${path}`;

/** Removes the draft of a form whose record was created, of any user. */
export const forgetDraft = (path: string) => saveStored(0, draftOf(path));

/** Removes all stored values of any user at logout; the session storage of other tabs is out of reach. */
export function clearStored() {
  for (const where of ["localStorage", "sessionStorage"] as const) forgetWhere(where, () => true);
}

/** Removes the session values of other users at login. */
export const forgetOthers = (userId: number) =>
  forgetWhere("sessionStorage", (kept) => !kept.startsWith(`{"of":${userId},`));

function forgetWhere(where: Where, isGone: (kept: string) => boolean) {
  try {
    const storage = globalThis[where];
    for (const name of Object.keys(storage))
      if (name.startsWith(prefix) && isGone(storage.getItem(name) ?? "")) storage.removeItem(name);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}
