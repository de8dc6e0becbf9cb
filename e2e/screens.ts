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

/** Merges screens; throws if two have the same name, since one would be skipped. */
function together(...areas: Screens[]): Screens {
  const all = Object.assign({}, ...areas) as Screens;
  const names = areas.flatMap(Object.keys);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two screens are called: ${twice.join(", ")}`);
  return all;
}
