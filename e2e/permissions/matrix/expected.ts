/** Derives the expected response to each request of a signed-in user from the permission tables. */
import type { AccessArea, AccessLevel } from "../../../db/lookups";
import { type Permission, type Reach, reachOf } from "~/core/access/access.server";
import { permissionOf, personal } from "~/testing/route-permissions";
import type { Cell } from "./cells";
import type { Address } from "./routes";

export type Areas = Partial<Record<AccessArea, "view" | "change">>;

export interface Insider {
  /** Description, such as "staff of sales (view)". */
  who: string;
  access: AccessLevel;
  areas: Areas;
  /** Whether the requested records belong to the user. */
  owns: boolean;
  /** Whether it is an API client with a token, which can only use the API. */
  isProgram?: boolean;
  /** Whether a second factor is required but not set up. */
  owesSecondFactor?: boolean;
  headers: Record<string, string>;
}

/** Permissions on records that can belong to a user. */
const ofSomebody = new Set<Permission>([
  "orders.view",
  "invoices.view",
  "payments.view",
  "creditNotes.view",
  "tickets.view",
  "tickets.ask",
  "undo",
]);

/**
 * Returns the result that the tables define: refused (403, or redirect to the second-factor setup), not found (404,
 * as for other people's records), or answered.
 */
export function expected(
  kind: "loader" | "action",
  { leaf, path }: Address,
  person: Insider,
): 403 | 404 | "second-factor" | "answered" {
  const permission = permissionOf.get(`${kind} ${leaf.id}`);
  if (!permission)
    throw new Error(`app/testing/route-permissions.ts has no line for the ${kind} of ${leaf.id} (${path}).`);
  const reach = reachOf(person, permission);
  if (reach === "none" && person.owesSecondFactor) return "second-factor";
  if (person.isProgram && isBeyondScope(kind, person, reach)) return 403;
  if (reach === "none") return 403;
  if (personal.has(leaf.id) && person.access !== "owner") return 404;
  if (/^\/views\/\d/.test(path) && reachOf(person, ofExampleView) === "none") return 404;
  if (path === "/files/example" && !seesLoosePictures.some((permission) => reachOf(person, permission) === "all"))
    return 404;
  if (reach === "all" || person.owns || !ofSomebody.has(permission) || !isOfOne(path)) return "answered";
  return reachOf(person, "tickets.view") === "all" ? 403 : 404; // a visible record may be known to exist
}

/** Whether a token's scope excludes the request: a token opens only its areas, and a read-only one changes nothing. */
const isBeyondScope = (kind: "loader" | "action", { access, areas }: Insider, reach: Reach) =>
  (kind === "action" && !Object.values(areas).includes("change")) || (access === "staff" && reach === "own");

/** Permission needed for the sample's first saved view, which is of orders: views of a hidden list are hidden, too. */
const ofExampleView: Permission = "orders.view";

/** Permissions that allow seeing the example file, a picture that no record uses. */
const seesLoosePictures: Permission[] = ["sales.view", "reports.view", "people.view"];

/** Whether the address belongs to a single record. */
const isOfOne = (path: string) =>
  /^\/(orders|invoices|payments|credit-notes|support\/(tickets|replies))\/(INV-|CN-)?\d+(\/|$)/.test(path);

/**
 * Returns a user's requests at an address: refused ones in every way, and allowed ones by URL and one more way in
 * turn. Allowed changes are not sent.
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
  if (leaf.loader === "open" && person.owesSecondFactor)
    cells.push(...[path, dataPath].map((url): Cell => ({ method: "GET", url, wanted: "open", address })));
  if (leaf.action === "closed") {
    const wanted = expected("action", address, person);
    if (wanted !== "answered")
      cells.push(...[path, dataPath].map((url): Cell => ({ method: "POST", url, wanted, address })));
  }
  return cells;
}
