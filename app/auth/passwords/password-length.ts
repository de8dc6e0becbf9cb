/** In characters. */
export const shortestPassword = 8;
export const longestPassword = 128;

/** What providers themselves ask for, beneath Portico's own rule. */
export const fewestOfProviders = 6;
