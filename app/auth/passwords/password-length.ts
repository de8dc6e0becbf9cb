/** Password lengths, in characters. */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

/** The providers' own minimum length, below Portico's rule. */
export const fewestOfProviders = 6;
