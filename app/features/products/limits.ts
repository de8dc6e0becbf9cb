/** Maximum rows of each list in a product. Browser-safe: shared by forms and rules. */
export const maxFeatures = 50;
export const maxOffers = 20;
export const maxImages = 12;

/** Error for a feature image that is not among the product's images. */
export const featureImageNotAmongImages = "Choose the feature image from the images of this product";
