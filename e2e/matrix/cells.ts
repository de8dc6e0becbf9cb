/** The cells of the matrix: each a request, and what has to come back to people who may not come in. */
import type { Address } from "./routes";

export interface Cell {
  method: string;
  /** What is asked for, such as `/users/4.data?_routes=users%2Fedit`. */
  url: string;
  /** The headers that say which site made a browser ask, unless it is ours. */
  from?: Headers;
  /**
   * `refused`: led to the login page, or a 401 from the API. `open`: an answer with nobody's data. `answered`: what was asked for.
   * A number: refused with this status, whoever asks.
   */
  wanted: "refused" | "open" | "answered" | number;
  address: Address;
}

type Headers = Record<string, string>;

/** Every way there is to a loader or an action. */
export const ways: Record<string, (all: Address[], site: string) => Cell[]> = {
  "by its address": (all) => all.filter(({ isApi }) => !isApi).flatMap(byPath),
  "by the API": (all) => all.filter(({ isApi }) => isApi).flatMap(byPath),
  "by .data": (all) => all.flatMap(byData),
  "by ?_routes=": (all) => all.flatMap((address) => byRoutes(address, all)),
  "by ?_data=": (all) => all.flatMap(byParameter),
  "from another site": (all, site) => all.flatMap((address) => fromElsewhere(address, foreign(site))),
};

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
function byPath(address: Address): Cell[] {
  const { path } = address;
  const reads = ["GET", "HEAD"].map((method): Cell => ({ method, url: path, wanted: whole(address), address }));
  return [...reads, { method: "OPTIONS", url: path, wanted: 405, address }, ...changes(address, path)];
}

/** The data of the page with all that is around it, as Remix's scripts ask for them; and changes that they send. */
function byData(address: Address): Cell[] {
  const { dataPath, branch } = address;
  const wanted = ofLoaders(address, branch.map(({ id }) => id));
  return [{ method: "GET", url: dataPath, wanted, address }, ...changes(address, dataPath)];
}

/** The loader of the page alone, past the layouts around it; these alone; all; none; and, at an open page, those of all other routes. */
function byRoutes(address: Address, all: Address[]): Cell[] {
  const [leaf, ids] = [address.leaf.id, address.branch.map(({ id }) => id)];
  const others = address.path === "/login" ? all.map((other) => [other.leaf.id]) : [];
  const url = (wanted: string[]) => `${address.dataPath}?_routes=${encodeURIComponent(wanted.join(","))}`;
  const choices = [[leaf], ids.filter((id) => id !== leaf), ids, [], ...others];
  const reads = choices.map((chosen): Cell => ({ method: "GET", url: url(chosen), wanted: ofLoaders(address, chosen), address }));
  return [...reads, ...changes(address, url([leaf])).slice(0, 1)];
}

/** The parameter with which Remix 2 runs a single loader or action, past its own checks. What is around all pages is asked for at one. */
function byParameter(address: Address): Cell[] {
  const parts = address.path === "/" ? address.branch : [address.leaf];
  const urls = parts.flatMap(({ id }) => [address.path, address.dataPath].map((path) => `${path}?_data=${encodeURIComponent(id)}`));
  return urls.flatMap((url) => ["GET", "POST"].map((method) => ({ method, url, wanted: 400, address })));
}

/** Whatever another site makes a browser send: it may link here, as anybody may, but change nothing. Its forms can only post. */
function fromElsewhere(address: Address, forms: Headers[]): Cell[] {
  const { path, dataPath, leaf } = address;
  return forms.flatMap((from, index) => {
    const links = leaf.loader === "closed" ? [{ method: "GET", url: path, from, wanted: "refused" as const, address }] : [];
    if (leaf.action === "none") return links;
    const sent = [...(index === 0 ? methods : ["POST"]).map((method) => ({ method, url: path })), { method: "POST", url: dataPath }];
    return [...links, ...sent.map((cell) => ({ ...cell, from, wanted: 403, address }))];
  });
}

const methods = ["POST", "PUT", "PATCH", "DELETE"];

/**
 * Changes by every method. An open action turns nobody away who comes from here, so that is no cell: it has tests of its own.
 * Where there is no action, one method is as good as another.
 */
function changes(address: Address, url: string): Cell[] {
  const { action } = address.leaf;
  if (action === "open") return [];
  return action === "none" ? [{ method: "POST", url, wanted: 405, address }] : methods.map((method) => ({ method, url, wanted: "refused", address }));
}

/** Of a page, a file, or an answer of the API: whoever opens a route is asked by its loader. Without one there must be nothing to open. */
const whole = ({ leaf }: Address) => (leaf.loader === "closed" ? "refused" : leaf.loader === "open" ? "open" : 405);

/** Of loaders that are asked for by the ids of their routes. */
const ofLoaders = ({ branch }: Address, ids: string[]) => (branch.some(({ id, loader }) => loader === "closed" && ids.includes(id)) ? "refused" : "open");
