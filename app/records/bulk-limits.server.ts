/** What is beyond `atOnce` rows goes on after its request, so many rows `together`; other changes take their turn between. Tests lower it. */
export const bulkLimits = { atOnce: 10_000, together: 500 };
