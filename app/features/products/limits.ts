/** How many rows fit into a product. Browser-safe: forms say it, rules hold to it. */
export const maxFeatures = 50;
export const maxOffers = 20;
export const maxImages = 12;

/** What is said of a feature image that is none of the images. */
export const featureImageNotAmongImages = "Choose the feature image from the images of this product";
