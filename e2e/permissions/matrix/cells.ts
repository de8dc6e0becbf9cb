/** A cell of the matrix: a request, and the response expected for users without access. */
import type { Address } from "./routes";

export interface Cell {
  method: string;
  /** Requested URL, such as `/users/4.data?_routes=features%2Fusers%2Fedit`. */
  url: string;
  /** Headers that name another site as the request's origin; our own if missing. */
  from?: Headers;
  /**
   * `refused`: redirect to login, or 401 from the API; `second-factor`: redirect to its setup, or 403 from the API;
   * `open`: a response without personal data; `answered`: the requested response; a number: this status for everyone.
   */
  wanted: "refused" | "second-factor" | "open" | "answered" | number;
  address: Address;
}

type Headers = Record<string, string>;

/** The addresses to request, and how thoroughly. */
export interface Round {
  all: Address[];
  site: string;
  /**
   * Without it, every method and header is used. With it, a different number for each user, each loader and action
   * gets one method and one foreign header in turn, because all of them for everyone take far too long.
   */
  turn?: number;
}

/** Every way to request a loader or an action. */
export const ways: Record<string, (round: Round) => Cell[]> = {
  "by its address": (round) => round.all.filter(({ isApi }) => !isApi).flatMap((address) => byPath(address, round)),
  "by the API": (round) => round.all.filter(({ isApi }) => isApi).flatMap((address) => byPath(address, round)),
  "by .data": (round) => round.all.flatMap((address) => byData(address, round)),
  "by ?_routes=": (round) => round.all.flatMap((address) => byRoutes(address, round)),
  "by ?_data=": (round) => round.all.flatMap((address) => byParameter(address, round)),
  "from another site": (round) => round.all.flatMap((address) => fromElsewhere(address, round)),
};

/** Returns all variants, or the one selected by the turn, which varies by user and address. */
function some<Variant>(variants: Variant[], { turn }: Round, { place }: Address): Variant[] {
  return turn === undefined ? variants : [variants[(turn + Math.floor(place / 3)) % variants.length]!];
}

/** Headers that browsers send with a request caused by another site. */
const foreign = (site: string): Headers[] => [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "not an origin" },
  { origin: `${site}.evil.example` },
  { origin: site, "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

/** Requests of the URL itself, as sent by links, forms and API clients. */
function byPath(address: Address, round: Round): Cell[] {
  const { path } = address;
  const wanted = expectedOutcome(address);
  return [
    { method: "GET", url: path, wanted, address },
    ...some(besides(address, path, wanted), round, address),
    ...changes(address, path, round),
  ];
}

/** Methods that neither links nor forms use. */
const besides = (address: Address, url: string, wanted: Cell["wanted"]): Cell[] => [
  { method: "HEAD", url, wanted, address },
  { method: "OPTIONS", url, wanted: 405, address },
];

/** Requests of the page's data with its layouts, as Remix's client scripts send them, and changes sent that way. */
function byData(address: Address, round: Round): Cell[] {
  const { dataPath, branch } = address;
  const wanted = ofLoaders(
    address,
    branch.map(({ id }) => id),
  );
  return [
    { method: "GET", url: dataPath, wanted, address },
    ...some(besides(address, dataPath, wanted), round, address),
    ...changes(address, dataPath, round),
  ];
}

/**
 * Requests of single loaders: the page's without its layouts, the layouts', all, none and, at an open page, those of
 * all other routes.
 */
function byRoutes(address: Address, round: Round): Cell[] {
  const [leaf, ids] = [address.leaf.id, address.branch.map(({ id }) => id)];
  const others = address.path === "/login" ? round.all.map((other) => [other.leaf.id]) : [];
  const combined = [ids.filter((id) => id !== leaf), ids, [], ...others];
  const url = (chosen: string[]) => `${address.dataPath}?_routes=${encodeURIComponent(chosen.join(","))}`;
  const reads = [[leaf], ...(round.turn === undefined ? combined : [])].map((chosen): Cell => ({
    method: "GET",
    url: url(chosen),
    wanted: ofLoaders(address, chosen),
    address,
  }));
  const heads = round.turn === undefined ? besides(address, url([leaf]), ofLoaders(address, [leaf])) : [];
  return [...reads, ...heads, ...changes(address, url([leaf]), round)];
}

/**
 * Requests with `?_data=`, with which Remix 2 runs a single loader or action and bypasses its checks. Layouts of all
 * pages are requested at one address.
 */
function byParameter(address: Address, round: Round): Cell[] {
  const parts = address.path === "/" ? address.branch : [address.leaf];
  return parts.flatMap(({ id }) => {
    const urls = [address.path, address.dataPath].map((path) => `${path}?_data=${encodeURIComponent(id)}`);
    return some(
      urls.flatMap((url) => ["GET", "HEAD", ...methods].map((method) => ({ method, url, wanted: 400, address }))),
      round,
      address,
    );
  });
}

/**
 * Requests that another site causes in a browser: links are allowed, changes are not. Forms of other sites can only
 * use POST.
 */
function fromElsewhere(address: Address, round: Round): Cell[] {
  const { path, dataPath, leaf } = address;
  const forms = foreign(round.site);
  const links = forms.map((from): Cell => ({ method: "GET", url: path, from, wanted: "refused", address }));
  const posts = forms.flatMap((from) =>
    [path, dataPath].map((url) => ({ method: "POST", url, from, wanted: 403, address })),
  );
  const others = methods.slice(1).map((method) => ({ method, url: path, from: forms[0]!, wanted: 403, address }));
  return [
    ...(leaf.loader === "closed" ? some(links, round, address) : []),
    ...(leaf.action === "none" ? [] : some([...posts, ...others], round, address)),
  ];
}

const methods = ["POST", "PUT", "PATCH", "DELETE"];

/**
 * Changes with every method. Open actions are left out, since they accept requests from here and have tests of their
 * own; without an action, the result does not depend on the user.
 */
function changes(address: Address, url: string, round: Round): Cell[] {
  const { action } = address.leaf;
  if (action === "closed")
    return some(methods, round, address).map((method) => ({ method, url, wanted: "refused", address }));
  return action === "none" && round.turn === undefined ? [{ method: "POST", url, wanted: 405, address }] : [];
}

/** Expected result for a page, file or API response, which depends on the route's loader; 405 without one. */
const expectedOutcome = ({ leaf }: Address) =>
  leaf.loader === "closed" ? "refused" : leaf.loader === "open" ? "open" : 405;

/** Expected result when the loaders of these routes are requested. */
const ofLoaders = ({ branch }: Address, ids: string[]) =>
  branch.some(({ id, loader }) => loader === "closed" && ids.includes(id)) ? "refused" : "open";
