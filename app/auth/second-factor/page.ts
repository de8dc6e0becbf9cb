/** Path of the second factor's settings. Browser-safe. */
export const twoFactorPage = "/settings/two-factor-authentication";
