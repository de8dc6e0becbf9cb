/** In characters. */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

/** What providers themselves ask for, beneath Portico's own rule. */
export const fewestOfProviders = 6;
