/** How much fits into a canned reply, in characters. Browser-safe: fields say it, rules hold to it. */
export const longestTitle = 80;
export const longestBody = 5_000;
