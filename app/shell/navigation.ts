/** The menu as data. */
import type { Permission } from "~/core/access/access.server";
import { settingsPages } from "./settings-pages";
import { supportPages } from "./support-pages";
import type { IconName } from "~/ui/icons/icon-names";

interface NavigationChild {
  label: string;
  route: string;
  /** Permission that its page requires. */
  needs: Permission;
  /** Pattern of the addresses that this entry stands for, if not only its own. `:id` matches one segment. */
  at?: string;
  /**
   * Patterns of further pages of this entry, which take precedence over other entries' patterns. `:id` matches one
   * segment.
   */
  also?: string[];
  /** Whether it also stands for all addresses below its own. */
  deep?: boolean;
  /** Whether the sidebar leaves it out. */
  unlisted?: boolean;
}

export interface NavigationItem {
  label: string;
  /** Target of the item's name. If empty, the name only unfolds the item. */
  route: string;
  icon: IconName;
  children: NavigationChild[];
}

interface NavigationGroup {
  id: string;
  name?: string;
  items: NavigationItem[];
}

/** The menu entry of a list, including pages about several of its records. */
const listOf = (route: string, needs: Permission, ...more: string[]): NavigationChild => ({
  label: "List",
  route,
  needs,
  also: ["import", "bulk", ...more].map((page) => `${route}/${page}`),
});

export const navigation: NavigationGroup[] = [
  {
    id: "dashboards",
    items: [
      {
        label: "Dashboard",
        route: "/course",
        icon: "layout-dashboard",
        children: [
          { label: "Analytics", route: "/analytics", needs: "reports.view", deep: true },
          { label: "Finance", route: "/finance", needs: "reports.sales" },
          { label: "Career", route: "/career", needs: "reports.view", deep: true },
          { label: "Course", route: "/course", needs: "reports.view", deep: true },
          { label: "Sales", route: "/sales", needs: "reports.sales" },
        ],
      },
    ],
  },
  {
    id: "management",
    name: "Management",
    items: [
      {
        label: "Users",
        route: "/users",
        icon: "users",
        children: [
          listOf("/users", "people.view"),
          { label: "Edit", route: "/users/3", needs: "people.change", at: "/users/:id" },
          { label: "Create", route: "/users/create", needs: "people.change" },
          { label: "Profile", route: "/users/profile", needs: "people.view" }, // only with other entries; the account menu has it too
        ],
      },
      {
        label: "Products",
        route: "/products",
        icon: "package",
        children: [
          listOf("/products", "sales.view"),
          { label: "Edit", route: "/products/1", needs: "sales.change", at: "/products/:id" },
          { label: "Create", route: "/products/create", needs: "sales.change" },
          { label: "Details", route: "/products/1/overview", needs: "sales.view", at: "/products/:id/overview" },
        ],
      },
      {
        label: "Orders",
        route: "/orders",
        icon: "shopping-cart",
        children: [
          listOf("/orders", "orders.view", "items"),
          {
            label: "Details",
            route: "/orders/1",
            needs: "orders.view",
            at: "/orders/:id",
            also: ["/orders/:id/packing-slip", "/orders/:id/edit"],
          },
          { label: "Create", route: "/orders/create", needs: "sales.change", deep: true },
        ],
      },
      {
        label: "Invoices",
        route: "/invoices",
        icon: "receipt-text",
        children: [
          listOf("/invoices", "invoices.view", "remind"),
          { label: "Edit", route: "/invoices/INV-0001", needs: "sales.change", at: "/invoices/:id" },
          { label: "Create", route: "/invoices/create", needs: "sales.change" },
          {
            label: "Details",
            route: "/invoices/INV-0001/details",
            needs: "invoices.view",
            at: "/invoices/:id/details",
            also: ["/invoices/:id/send"],
          },
          {
            label: "Drafts",
            route: "/invoices/drafts",
            needs: "sales.view",
            deep: true,
            also: ["/invoices/drafts/:id", "/invoices/drafts/bulk", "/invoices/drafts/issue"],
          },
          {
            label: "Credit notes",
            route: "/credit-notes",
            needs: "creditNotes.view",
            deep: true,
            also: ["/invoices/:id/credit"],
          },
        ],
      },
      {
        label: "Payments",
        route: "/payments",
        icon: "banknote",
        children: [
          listOf("/payments", "payments.view"),
          { label: "Record", route: "/payments/create", needs: "payments.change" },
          { label: "Details", route: "/payments/1", needs: "payments.view", at: "/payments/:id" },
        ],
      },
    ],
  },
  {
    id: "others",
    name: "Others",
    items: [
      {
        label: "Account Settings",
        route: "/settings",
        icon: "settings",
        // The sidebar has the seven pages of the specification; the settings' own menu has all.
        children: settingsPages.map(({ label, route, needs, group }) => ({
          label,
          route,
          needs,
          deep: true,
          unlisted: group === "Company",
        })),
      },
      {
        label: "Authentication",
        route: "", // its pages redirect signed-in users
        icon: "lock",
        children: [
          { label: "Login", route: "/login", needs: "screens" },
          { label: "Register", route: "/register", needs: "screens" },
          { label: "Forget Password", route: "/forget-password", needs: "screens" },
          { label: "Verify Email", route: "/verification", needs: "screens", at: "/email-verification" },
          { label: "Not Found", route: "/avscsf", needs: "screens" },
          { label: "Server Error", route: "/server-error", needs: "screens" },
          { label: "Maintenance", route: "/maintenance", needs: "screens" },
        ],
      },
      {
        label: "Support",
        route: "/support",
        icon: "life-buoy",
        children: supportPages,
      },
    ],
  },
];

/** Maximum items of a menu without headings. */
const short = 5;

/**
 * Returns the menu that these permissions allow, without links to sample records that the user cannot see. An item
 * with one page left takes that page's name.
 */
export function navigationFor(
  may: (permission: Permission) => boolean,
  links: Record<string, string>,
): NavigationGroup[] {
  const isOpen = ({ needs, at, route, unlisted }: NavigationChild) =>
    !unlisted && may(needs) && (!at?.includes(":id") || route in links);
  const called = (item: NavigationItem) =>
    item.children[1] || item.children[0]?.label === "List" ? item : { ...item, label: item.children[0]!.label };
  const groups = navigation.map((group) => ({
    ...group,
    items: group.items
      .map((item) => ({ ...item, children: item.children.filter(isOpen) }))
      .filter(({ children }) => children.length > 0)
      .map(called),
  }));
  const isShort = groups.flatMap(({ items }) => items).length <= short;
  return groups
    .filter(({ items }) => items.length > 0)
    .map((group) => (isShort ? { ...group, name: undefined } : group));
}

/**
 * Returns the target of an item's name: its own page, else its first allowed one, or undefined if the name only
 * unfolds.
 */
export function entranceOf({ route, children }: NavigationItem): string | undefined {
  if (!route && children[1]) return undefined;
  return (children.find((child) => child.route === route) ?? children[0])?.route;
}

const entries = navigation.flatMap((group) =>
  group.items.flatMap((item) => item.children.map((child) => ({ item, child }))),
);

/**
 * Returns the entry for a path: an exact match first, then one whose pattern matches, then the one with the longest
 * address above it.
 */
export function currentEntry(pathname: string): { item: NavigationItem; child: NavigationChild } | undefined {
  const path = pathname.replace(/(.)\/$/, "$1").replace(/(.)\/trash$/, "$1"); // the question before a record is deleted
  return (
    entries.find(({ child }) => child.route === path || child.also?.some((page) => matchesPattern(path, page))) ??
    entries.find(({ child }) => child.at && matchesPattern(path, child.at)) ??
    deepest(path)
  );
}

function deepest(path: string) {
  const isAbove = (route: string) => path.startsWith(`${route}/`);
  const above = entries.filter(({ child }) => child.deep && (isAbove(child.route) || child.also?.some(isAbove)));
  return above.sort((one, other) => other.child.route.length - one.child.route.length)[0];
}

function matchesPattern(path: string, pattern: string) {
  const parts = path.split("/");
  const wanted = pattern.split("/");
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith(":") || part === parts[index]);
}
