/** The stars of a review, best first. Browser-safe. */
export const stars = [5, 4, 3, 2, 1] as const;
export type Star = (typeof stars)[number];

/** Returns a rating such as "4.7" from hundredths. */
export const formatRating = (hundredths: number) => (hundredths / 100).toFixed(1);
