/** Every screen with its states, and how to open them. Tests of all pages use this list. */
import { billing } from "./screens/billing";
import { dashboards } from "./screens/dashboards";
import { finding } from "./screens/finding";
import { frame } from "./screens/frame";
import { imports } from "./screens/imports";
import { inbox } from "./screens/inbox";
import { invoices } from "./screens/invoices";
import { mailed } from "./screens/mailed";
import { orders } from "./screens/orders";
import { products } from "./screens/products";
import { proofs } from "./screens/proofs";
import { settings } from "./screens/settings";
import { supportCentre } from "./screens/support-centre";
import { users } from "./screens/users";
import { views } from "./screens/views";
import { visitors } from "./screens/visitors";
import type { Screens } from "./screens/steps";

/** Screens for visitors. */
export const outside: Screens = together(visitors, mailed);

/** Screens for signed-in users. */
export const inside: Screens = together(
  dashboards,
  users,
  products,
  orders,
  invoices,
  supportCentre,
  settings,
  billing,
  inbox,
  imports,
  views,
  finding,
  frame,
  proofs,
);

/** Screens that together have every kind of page structure. `npm test` checks only these for all themes and sizes. */
export const representativeScreens = new Set([
  "the login page after a wrong password",
  "the home of somebody who is signed in",
  "the list of orders",
  "a list with a ticked row",
  "a preview of what is done to many",
  "a record with its history and a toast",
  "a conflict of two versions",
  "an invoice's form with errors",
  "an order on its way",
  "a packing slip",
  "a product",
  "the columns of a file",
  "the sales dashboard, with the days to choose",
  "the calendar with the list of a day",
  "the security page",
  "the plan with its cards and charges",
  "the question who one is before an act",
  "notifications, read and unread",
  "a conversation with a note, files and a draft",
  "the FAQs with one that is open",
  "what a search finds",
  "the palette with records",
  "the API with all that it says of orders",
]);

/** Pages that together have every kind of page structure, for tests that open pages without preparation. */
export const representativePages = new Set([
  "/",
  "/login",
  "/sales",
  "/users",
  "/users/3",
  "/orders/1/packing-slip",
  "/invoices/create",
  "/invoices/INV-0001/details",
  "/settings/plan-billing",
  "/support/tickets/9",
]);

/** Merges screens; throws if two have the same name, since one would be skipped. */
function together(...areas: Screens[]): Screens {
  const all = Object.assign({}, ...areas) as Screens;
  const names = areas.flatMap(Object.keys);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two screens are called: ${twice.join(", ")}`);
  return all;
}
