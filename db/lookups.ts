/**
 * The lists that people choose from. Browser-safe: forms, filters, the API and the samples all read them here.
 * Ids, titles and values have the shape that `/api` answers (SPEC section 3, "Lookup lists").
 */
export interface LookupItem {
  id: number;
  title: string;
  value: string;
}

const lookup = <const Value extends string>(...values: Value[]) =>
  values.map((value, index) => ({ id: index + 1, title: value, value })) satisfies LookupItem[];

export const userStatuses = lookup("Active", "Banned", "Pending", "Rejected");
export const userRoles = lookup("UX Designer", "Data Scientist", "Sales Manager", "HR Manager", "IT Support");

export type UserStatus = (typeof userStatuses)[number]["value"];
export type UserRole = (typeof userRoles)[number]["value"];
