/** Texts for access levels. Browser-safe. */
import { type AccessArea, accessAreas, type AccessLevel, accessLevels, type AreaAccess } from "db/lookups";

/** A level of access, with its areas for staff. */
export interface AccessGrant {
  access: AccessLevel;
  areas: AreaAccess;
}

/** One-line description of each level. */
export const levelMeaning: Record<AccessLevel, string> = {
  none: "Is in the directory only, and cannot sign in.",
  client: "Sees their own orders, invoices and tickets.",
  staff: "Works in the areas that you choose.",
  admin: "Sees and changes everything except what belongs to owners, and approves clients and staff.",
  owner: "Everything: also the access of others, the company, plan and billing.",
};

/** One-line description of each staff area. */
export const areaHolds: Record<AccessArea, string> = {
  sales: "Products, orders, invoices and the calendar.",
  support: "All tickets, answers and canned replies.",
  people: "The directory.",
  reports: "Dashboards, visits, careers and courses. The dashboards of sales and finance take Sales too.",
};

export const titleOfLevel = (access: AccessLevel) =>
  accessLevels.find(({ value }) => value === access)?.title ?? access;

/** Formats the areas of staff, such as "Sales (can change), Support (can view)". */
export function areasText(areas: AreaAccess): string {
  const said = accessAreas.flatMap(({ value, title }) => (areas[value] ? [`${title} (can ${areas[value]})`] : []));
  return said.join(", ") || "no area";
}

/** Formats access, such as "staff in Sales (can change)" or "no access". */
export const accessTitle = ({ access, areas }: AccessGrant) =>
  titleOfLevel(access).toLowerCase() + (access === "staff" ? ` in ${areasText(areas)}` : "");

/** Returns access as stored: only staff have areas. */
export const tidyAccess = ({ access, areas }: AccessGrant): AccessGrant => ({
  access,
  areas:
    access === "staff"
      ? Object.fromEntries(accessAreas.flatMap(({ value }) => (areas[value] ? [[value, areas[value]]] : [])))
      : {},
});

export const isSameAccess = (one: AccessGrant, other: AccessGrant) => accessTitle(one) === accessTitle(other);
