/** How many views may stand in one person's menu. Browser-safe. */
export const mostPinned = 50;
