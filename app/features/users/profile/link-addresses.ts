/** Checks which addresses are profile pages at the known networks. Server-only. */
import { type Network, networkOf, networks } from "./networks";

interface Site {
  /** Its hosts, whole. Without it any server may be one of the network. */
  hosts?: RegExp;
  /** Matches the full path of a profile page, because other pages of a network may lead anywhere. */
  path: RegExp;
  /** The path of pages that have no name but a number, `?id=`. */
  numbered?: string;
}

/** A part of a path: plain characters, and letters of other alphabets. Nothing that a server might read as a slash. */
const part = String.raw`(?:[\w.-]|%[89a-f][\da-f])+`;

/** Returns an expression that matches any of these profile paths. */
const matchesPath = (...paths: string[]) => new RegExp(`^/(?:${paths.join("|")})/?$`, "i");

/** A name right after the host, but for the network's own pages there. */
const nameBut = (own: string, name: string) => `(?!(?:${own.replaceAll(" ", "|")})/?$)${name}`;

const ownOfX =
  "i intent share home search login logout signup explore settings messages notifications compose hashtag jobs tos privacy about";
const ownOfGithub =
  "login logout join signup sessions settings search explore topics trending collections features pricing marketplace sponsors notifications dashboard issues pulls new orgs apps about contact security enterprise codespaces site stars";
const ownOfFacebook =
  "l flx login logout home share sharer dialog plugins help settings search watch marketplace gaming people groups pages events messages notifications friends photo photos reel reels stories story bookmarks policies privacy business ads";
const ownOfInstagram = "accounts explore direct reels reel p tv stories about developer legal web challenge";

const sites: Record<Network["value"], Site> = {
  linkedin: {
    hosts: /^(?:(?:www|m|[a-z]{2})\.)?linkedin\.com$/,
    path: matchesPath(`(?:in|company|school|pub|showcase)/${part}`),
  },
  x: { hosts: /^(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com$/, path: matchesPath(nameBut(ownOfX, String.raw`\w+`)) },
  github: { hosts: /^(?:www\.)?github\.com$/, path: matchesPath(nameBut(ownOfGithub, String.raw`[a-z\d][\w-]*`)) },
  facebook: {
    hosts: /^(?:(?:www|m|web|[a-z]{2}-[a-z]{2})\.)?(?:facebook|fb)\.com$/,
    path: matchesPath(
      nameBut(String.raw`${ownOfFacebook} [^/]*\.php`, part),
      String.raw`people/${part}/\d+`,
      `groups/${part}`,
      String.raw`profile\.php\?id=\d+`,
    ),
    numbered: "/profile.php",
  },
  instagram: {
    hosts: /^(?:(?:www|m)\.)?instagram\.com$/,
    path: matchesPath(nameBut(ownOfInstagram, String.raw`[\w.]+`)),
  },
  youtube: { hosts: /^(?:(?:www|m)\.)?youtube\.com$/, path: matchesPath(`@${part}`, `(?:c|channel|user)/${part}`) },
  mastodon: { path: matchesPath(String.raw`@\w[\w.-]*`) },
};

/**
 * Returns the normalized address of a profile page at `network`, or an error for the user. An address without a
 * scheme gets https.
 */
export function addressAt(network: Network, typed: string): { url: string } | { error: string } {
  const text = /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(typed) ? `https://${typed}` : typed;
  if (!/^https:\/\//i.test(text)) return { error: `Begin the address with https://, such as ${network.example}` };
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return { error: `Enter a whole address, such as ${network.example}` };
  const url = new URL(text);
  url.hash = "";
  url.search = numberIn(network, url);
  const error = unusualUrlError(url) ?? otherSiteError(network, url) ?? noProfileError(network, url);
  return error ? { error } : { url: url.href };
}

const siteOf = (network: string): Site | undefined => {
  const known = networkOf(network);
  return known && sites[known.value];
};

/** Returns a key that is equal for duplicate links: it ignores subdomain, trailing slash and letter case. */
export function pageOf({ network, url }: { network: string; url: string }): string {
  const { hostname, pathname, search } = new URL(url);
  const host = siteOf(network)?.hosts ? "" : hostname;
  return `${network} ${host}${pathname.replace(/\/+$/, "")}${search}`.toLowerCase();
}

function unusualUrlError({ username, password, port, hostname }: URL): string | undefined {
  if (username || password) return `Take out what stands before “@${hostname}”: it hides where the address leads`;
  if (port) return `Take the port, “:${port}”, out of the address`;
  return undefined;
}

function otherSiteError(network: Network, { hostname }: URL): string | undefined {
  const other = networks.find(({ value }) => sites[value].hosts?.test(hostname));
  if (other === network) return undefined;
  if (other)
    return `${hostname} is ${other.title}: choose ${other.title}, or enter an address such as ${network.example}`;
  if (sites[network.value].hosts)
    return `${hostname} is not ${network.title}: enter an address such as ${network.example}`;
  return isPublicName(hostname) ? undefined : `Enter the name of a server, such as ${network.example}`;
}

/** Whether the host name is a public domain: no IP address, and no name in a local network. */
const isPublicName = (hostname: string) => /^(?:[a-z\d-]+\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(hostname);

/** Returns the query to keep: a numeric page id. Other parameters are tracking or redirects. */
function numberIn({ value }: Network, { pathname, searchParams }: URL): string {
  const id = searchParams.get("id") ?? "";
  return pathname === sites[value].numbered && /^\d+$/.test(id) ? `?id=${id}` : "";
}

function noProfileError({ value, title, example }: Network, { pathname, search }: URL): string | undefined {
  return sites[value].path.test(pathname + search)
    ? undefined
    : `Enter the address of your own page at ${title}, such as ${example}`;
}
