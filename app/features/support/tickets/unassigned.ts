/** URL value of the assignee filter for unassigned tickets. Browser-safe. */
export const unassigned = "none";
