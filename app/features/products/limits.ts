/** How much fits into a product. Browser-safe: fields say it, rules hold to it. Lengths are in characters. */
export const longestTitle = 120;
export const longestCode = 40;
export const longestDescription = 2000;
export const mostStock = 1_000_000;
export const mostFeatures = 50;
export const mostOffers = 20;
export const mostImages = 12;

/** What is said of a feature image that is none of the images. */
export const strangeFeatureImage = "Choose the feature image from the images of this product";
