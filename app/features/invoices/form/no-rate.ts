/** The value of a tax rate's field that means none; empty, it means the usual rate. Browser-safe. */
export const noRate = "none";
