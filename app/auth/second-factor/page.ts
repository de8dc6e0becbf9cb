/** Where the second factor is set up; what can be done with it lies beneath. Browser-safe. */
export const twoFactorPage = "/settings/two-factor-authentication";
