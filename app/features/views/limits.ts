/** Maximum pinned views per user. Browser-safe. */
export const maxPinned = 50;
