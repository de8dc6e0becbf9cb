/** How many rows fit into a product. Browser-safe: forms say it, rules hold to it. */
export const mostFeatures = 50;
export const mostOffers = 20;
export const mostImages = 12;

/** What is said of a feature image that is none of the images. */
export const featureImageNotAmongImages = "Choose the feature image from the images of this product";
