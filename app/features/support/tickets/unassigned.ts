/** Stands for nobody in the address of the list, where somebody's number would. Browser-safe. */
export const unassigned = "none";
