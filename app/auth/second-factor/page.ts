/** Path of the second factor's settings. Browser-safe. */
export const secondFactorPage = "/settings/two-factor-authentication";
