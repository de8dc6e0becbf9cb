/** How much there may be of saved views. Browser-safe: fields say it, rules hold to it. */
export const longestName = 60;
/** How many views may stand in one person's menu. */
export const mostPinned = 50;
