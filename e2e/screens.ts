/** Every screen and the states it can be in: what brings a page there. What looks at all of them reads this list. */
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

/** What visitors see. */
export const outside: Screens = together(visitors, mailed);

/** What somebody sees who is signed in. */
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

/** Throws where two screens have one name: only one of them would be looked at. */
function together(...areas: Screens[]): Screens {
  const all = Object.assign({}, ...areas) as Screens;
  const names = areas.flatMap(Object.keys);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two screens are called: ${twice.join(", ")}`);
  return all;
}
