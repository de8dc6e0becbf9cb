/** The menu as data. */
import { settingsPages } from "~/settings/pages";
import { supportPages } from "~/support/pages";
import type { IconName } from "~/ui/icon-names";

interface NavigationChild {
  label: string;
  route: string;
  /** The addresses that this entry stands for, when they are more than its own: `:id` is any one part. */
  at?: string;
  /** Other pages that belong to it, though a pattern of another entry fits them. */
  also?: string[];
  /** It stands for all that is beneath its address too. */
  deep?: boolean;
}

export interface NavigationItem {
  label: string;
  route: string;
  icon: IconName;
  children: NavigationChild[];
}

interface NavigationGroup {
  id: string;
  name?: string;
  items: NavigationItem[];
}

/** A list, with the pages that are about many of its records. */
const listOf = (route: string, ...more: string[]): NavigationChild => ({ label: "List", route, also: ["import", "bulk", ...more].map((page) => `${route}/${page}`) });

export const navigation: NavigationGroup[] = [
  {
    id: "dashboards",
    items: [
      {
        label: "Dashboard",
        route: "/course",
        icon: "layout-dashboard",
        children: [
          { label: "Analytics", route: "/analytics", deep: true },
          { label: "Finance", route: "/finance" },
          { label: "Career", route: "/career", deep: true },
          { label: "Course", route: "/course", deep: true },
          { label: "Sales", route: "/sales" },
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
          listOf("/users"),
          { label: "Edit", route: "/users/3", at: "/users/:id" },
          { label: "Create", route: "/users/create" },
          { label: "Profile", route: "/users/profile" },
        ],
      },
      {
        label: "Products",
        route: "/products",
        icon: "package",
        children: [
          listOf("/products"),
          { label: "Edit", route: "/products/1", at: "/products/:id" },
          { label: "Create", route: "/products/create" },
          { label: "Details", route: "/products/1/overview", at: "/products/:id/overview" },
        ],
      },
      {
        label: "Orders",
        route: "/orders",
        icon: "shopping-cart",
        children: [
          listOf("/orders", "items"),
          { label: "Details", route: "/orders/1", at: "/orders/:id" },
        ],
      },
      {
        label: "Invoices",
        route: "/invoices",
        icon: "receipt-text",
        children: [
          listOf("/invoices"),
          { label: "Edit", route: "/invoices/INV-0001", at: "/invoices/:id" },
          { label: "Create", route: "/invoices/create" },
          { label: "Details", route: "/invoices/INV-0001/details", at: "/invoices/:id/details" },
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
        children: settingsPages.map(({ label, route }) => ({ label, route, deep: true })),
      },
      {
        label: "Authentication",
        route: "/login",
        icon: "lock",
        children: [
          { label: "Login", route: "/login" },
          { label: "Register", route: "/register" },
          { label: "Forget Password", route: "/forget-password" },
          { label: "Verify Email", route: "/verification", at: "/email-verification" },
          { label: "Not Found", route: "/avscsf" },
          { label: "Server Error", route: "/server-error" },
          { label: "Maintenance", route: "/maintenance" },
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

const entries = navigation.flatMap((group) => group.items.flatMap((item) => item.children.map((child) => ({ item, child }))));

/** The entry that a path belongs to: the one that has that very address, else the one whose pattern fits, else the one that it is the furthest beneath. */
export function currentEntry(pathname: string): { item: NavigationItem; child: NavigationChild } | undefined {
  const path = pathname.replace(/(.)\/$/, "$1");
  return entries.find(({ child }) => child.route === path || child.also?.includes(path)) ?? entries.find(({ child }) => child.at && fits(path, child.at)) ?? deepest(path);
}

function deepest(path: string) {
  const above = entries.filter(({ child }) => child.deep && path.startsWith(`${child.route}/`));
  return above.sort((one, other) => other.child.route.length - one.child.route.length)[0];
}

function fits(path: string, pattern: string) {
  const parts = path.split("/");
  const wanted = pattern.split("/");
  return parts.length === wanted.length && wanted.every((part, place) => part.startsWith(":") || part === parts[place]);
}
