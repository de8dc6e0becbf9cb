/** What the tables say that each request of somebody who is signed in has to be answered with. */
import type { AccessArea, AccessLevel } from "../../../db/lookups";
import { type Permission, type Reach, reachOf } from "~/core/access/access.server";
import { permissionOf, personal } from "~/testing/route-permissions";
import type { Cell } from "./cells";
import type { Address } from "./routes";

export type Areas = Partial<Record<AccessArea, "view" | "change">>;

export interface Insider {
  /** Such as "staff of sales (view)". */
  who: string;
  access: AccessLevel;
  areas: Areas;
  /** Whether the records that are asked for are theirs. */
  owns: boolean;
  /** A token's program: it comes to the API alone. */
  isProgram?: boolean;
  /** Whether a second step is demanded of them that they have not set up. */
  owesSecondStep?: boolean;
  headers: Record<string, string>;
}

/** The kinds of record that may be somebody's own, by the permissions that know it. */
const ofSomebody = new Set<Permission>(["orders.view", "invoices.view", "tickets.view", "tickets.ask", "undo"]);

/**
 * What the table has for an act on an address: refused (403, or led to the second step that is owed), nothing to be
 * found (404, as for what belongs to somebody else), or answered.
 */
export function expected(
  kind: "loader" | "action",
  { leaf, path }: Address,
  person: Insider,
): 403 | 404 | "second-step" | "answered" {
  const permission = permissionOf.get(`${kind} ${leaf.id}`);
  if (!permission)
    throw new Error(`app/testing/route-permissions.ts has no line for the ${kind} of ${leaf.id} (${path}).`);
  const reach = reachOf(person, permission);
  if (reach === "none" && person.owesSecondStep) return "second-step";
  if (person.isProgram && isBeyondScope(kind, person, reach)) return 403;
  if (reach === "none") return 403;
  if (personal.has(leaf.id) && person.access !== "owner") return 404;
  if (/^\/views\/\d/.test(path) && reachOf(person, ofExampleView) === "none") return 404;
  if (path === "/files/example" && !seesLoosePictures.some((permission) => reachOf(person, permission) === "all"))
    return 404;
  if (reach === "all" || person.owns || !ofSomebody.has(permission) || !isOfOne(path)) return "answered";
  return reachOf(person, "tickets.view") === "all" ? 403 : 404; // what one sees may be known to be there
}

/** A token opens its areas and nothing beside them; one that only reads changes nothing, whatever it would be. */
const isBeyondScope = (kind: "loader" | "action", { access, areas }: Insider, reach: Reach) =>
  (kind === "action" && !Object.values(areas).includes("change")) || (access === "staff" && reach === "own");

/** The first saved view of the sample is of orders: whoever may not see that list does not see its views. */
const ofExampleView: Permission = "orders.view";

/** The example is a picture that nothing shows: who sees products, or the history of people, may have such. */
const seesLoosePictures: Permission[] = ["sales.view", "reports.view", "people.view"];

/** Whether an address is about one record. */
const isOfOne = (path: string) => /^\/(orders|invoices|support\/(tickets|replies))\/(INV-)?\d+(\/|$)/.test(path);

/**
 * The requests of a person at an address: what is refused in every way there is, and what is answered by its address
 * and in one more way, in turn. Changes that would be made are not sent.
 */
export function cellsOf(address: Address, person: Insider, turn: number): Cell[] {
  const { path, dataPath, leaf, isApi } = address;
  if (person.isProgram && !isApi) return [];
  const [alone, raw] = [
    `${dataPath}?_routes=${encodeURIComponent(leaf.id)}`,
    `${path}?_data=${encodeURIComponent(leaf.id)}`,
  ];
  const cells: Cell[] = [];
  if (leaf.loader === "closed") {
    const wanted = expected("loader", address, person);
    const inTurn = [dataPath, alone];
    const urls = wanted === "answered" ? [path, inTurn[(turn + address.place) % 2]!] : [path, ...inTurn];
    cells.push(...urls.map((url): Cell => ({ method: "GET", url, wanted, address })), {
      method: "GET",
      url: raw,
      wanted: 400,
      address,
    });
  }
  if (leaf.loader === "open" && person.owesSecondStep)
    cells.push(...[path, dataPath].map((url): Cell => ({ method: "GET", url, wanted: "open", address })));
  if (leaf.action === "closed") {
    const wanted = expected("action", address, person);
    if (wanted !== "answered")
      cells.push(...[path, dataPath].map((url): Cell => ({ method: "POST", url, wanted, address })));
  }
  return cells;
}
