/** The cells of the matrix: each a request, and what has to come back to people who may not come in. */
import type { Address } from "./routes";

export interface Cell {
  method: string;
  /** What is asked for, such as `/users/4.data?_routes=features%2Fusers%2Fedit`. */
  url: string;
  /** The headers that say which site made a browser ask, unless it is ours. */
  from?: Headers;
  /**
   * `refused`: led to the login page, or a 401 from the API. `second-step`: led to set one up, or a 403 from the API
   * that says so. `open`: an answer with nobody's data. `answered`: what was asked for. A number: refused with this
   * status, whoever asks.
   */
  wanted: "refused" | "second-step" | "open" | "answered" | number;
  address: Address;
}

type Headers = Record<string, string>;

/** What is asked for, and how much of it. */
export interface Round {
  all: Address[];
  site: string;
  /**
   * Without it every method and every header is asked with. With one, other for each person, each loader and action of
   * `all` is asked for with one method and one foreign header in turn: all of them for everybody take far longer.
   */
  turn?: number;
}

/** Every way there is to a loader or an action. */
export const ways: Record<string, (round: Round) => Cell[]> = {
  "by its address": (round) => round.all.filter(({ isApi }) => !isApi).flatMap((address) => byPath(address, round)),
  "by the API": (round) => round.all.filter(({ isApi }) => isApi).flatMap((address) => byPath(address, round)),
  "by .data": (round) => round.all.flatMap((address) => byData(address, round)),
  "by ?_routes=": (round) => round.all.flatMap((address) => byRoutes(address, round)),
  "by ?_data=": (round) => round.all.flatMap((address) => byParameter(address, round)),
  "from another site": (round) => round.all.flatMap((address) => fromElsewhere(address, round)),
};

/** All variants, or the one whose turn it is: another one for the next person, and at the next address. */
function some<Variant>(variants: Variant[], { turn }: Round, { place }: Address): Variant[] {
  return turn === undefined ? variants : [variants[(turn + Math.floor(place / 3)) % variants.length]!];
}

/** What a browser says of a request that another site causes. */
const foreign = (site: string): Headers[] => [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "not an origin" },
  { origin: `${site}.evil.example` },
  { origin: site, "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

/** The address itself: what people click, type and send with a form, or what a script sends to the API. */
function byPath(address: Address, round: Round): Cell[] {
  const { path } = address;
  const wanted = expectedOutcome(address);
  return [
    { method: "GET", url: path, wanted, address },
    ...some(besides(address, path, wanted), round, address),
    ...changes(address, path, round),
  ];
}

/** What is asked by neither links nor forms. */
const besides = (address: Address, url: string, wanted: Cell["wanted"]): Cell[] => [
  { method: "HEAD", url, wanted, address },
  { method: "OPTIONS", url, wanted: 405, address },
];

/** The data of the page with all that is around it, as Remix's scripts ask for them; and changes that they send. */
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
 * The loader of the page alone, past the layouts around it; these alone; all; none; and, at an open page, those of all
 * other routes.
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
 * The parameter with which Remix 2 runs a single loader or action, past its own checks. What is around all pages is
 * asked for at one.
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
 * Whatever another site makes a browser send: it may link here, as anybody may, but change nothing. Its forms can only
 * post.
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
 * Changes by every method. An open action turns nobody away who comes from here, so that is no cell: it has tests of
 * its own. Where there is no action, nothing depends on who asks.
 */
function changes(address: Address, url: string, round: Round): Cell[] {
  const { action } = address.leaf;
  if (action === "closed")
    return some(methods, round, address).map((method) => ({ method, url, wanted: "refused", address }));
  return action === "none" && round.turn === undefined ? [{ method: "POST", url, wanted: 405, address }] : [];
}

/**
 * Of a page, a file, or an answer of the API: whoever opens a route is asked by its loader. Without one there must be
 * nothing to open.
 */
const expectedOutcome = ({ leaf }: Address) =>
  leaf.loader === "closed" ? "refused" : leaf.loader === "open" ? "open" : 405;

/** Of loaders that are asked for by the ids of their routes. */
const ofLoaders = ({ branch }: Address, ids: string[]) =>
  branch.some(({ id, loader }) => loader === "closed" && ids.includes(id)) ? "refused" : "open";
