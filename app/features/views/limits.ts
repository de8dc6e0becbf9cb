/** How many views may stand in one person's menu. Browser-safe. */
export const maxPinned = 50;
