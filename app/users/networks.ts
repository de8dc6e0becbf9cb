/** Where people are to be found elsewhere: the networks that Portico knows, and which addresses are theirs. Browser-safe. */
import type { Json } from "db/schema";
import type { IconName } from "~/ui/icon-names";

/** No more of them fit into a profile. */
export const mostLinks = 10;
/** In characters. */
export const longestAddress = 300;

interface Network {
  /** As the database has it. */
  value: string;
  title: string;
  icon: IconName;
  /** Somebody's page there. */
  example: string;
  /** Its hosts, whole. Without it any server may be one of the network, and a page is known by its path. */
  hosts?: RegExp;
  path?: RegExp;
}

export const networks: readonly Network[] = [
  { value: "linkedin", title: "LinkedIn", icon: "linkedin", example: "https://www.linkedin.com/in/ada", hosts: /^(?:(?:www|m|[a-z]{2})\.)?linkedin\.com$/ },
  { value: "x", title: "X", icon: "twitter", example: "https://x.com/ada", hosts: /^(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com$/ },
  { value: "github", title: "GitHub", icon: "github", example: "https://github.com/ada", hosts: /^(?:www\.)?github\.com$/ },
  { value: "facebook", title: "Facebook", icon: "facebook", example: "https://www.facebook.com/ada", hosts: /^(?:(?:www|m|web|[a-z]{2}-[a-z]{2})\.)?(?:facebook|fb)\.com$/ },
  { value: "instagram", title: "Instagram", icon: "instagram", example: "https://www.instagram.com/ada", hosts: /^(?:(?:www|m)\.)?instagram\.com$/ },
  { value: "youtube", title: "YouTube", icon: "youtube", example: "https://www.youtube.com/@ada", hosts: /^(?:(?:www|m)\.)?youtube\.com$/ },
  { value: "mastodon", title: "Mastodon", icon: "at-sign", example: "https://mastodon.social/@ada", path: /^\/@\w[\w.-]*\/?$/ },
];

/** The network by its name in the database; none for one that Portico does not know any more. */
export const networkOf = (value: unknown) => networks.find((network) => network.value === value);

/** Links as people read them, such as "GitHub: https://github.com/ada". */
export const readLinks = (links: Json): Json => (Array.isArray(links) ? links.map((link) => (isRecord(link) ? `${networkOf(link.network)?.title ?? String(link.network)}: ${String(link.url)}` : link)) : links);

const isRecord = (value: Json): value is Record<string, Json> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The address of a page at a network, as it is kept, or a sentence that says what to do about it. Without a scheme https is meant. */
export function addressAt(network: Network, typed: string): { url: string } | { error: string } {
  const text = /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(typed) ? `https://${typed}` : typed;
  if (!/^https:\/\//i.test(text)) return { error: `Begin the address with https://, such as ${network.example}` };
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return { error: `Enter a whole address, such as ${network.example}` };
  const url = new URL(text);
  const error = strange(url) ?? foreign(network, url) ?? homeless(network, url);
  url.hash = "";
  return error ? { error } : { url: url.href };
}

/** What tells one page from another, so that nobody lists one twice: not the subdomain, a slash at its end, or capitals. */
export function pageOf({ network, url }: { network: string; url: string }): string {
  const { hostname, pathname, search } = new URL(url);
  const host = networkOf(network)?.hosts ? "" : hostname;
  return `${network} ${host}${pathname.replace(/\/+$/, "")}${search}`.toLowerCase();
}

function strange({ username, password, port, hostname }: URL): string | undefined {
  if (username || password) return `Take out what stands before “@${hostname}”: it hides where the address leads`;
  if (port) return `Take the port, “:${port}”, out of the address`;
  return undefined;
}

function foreign(network: Network, { hostname }: URL): string | undefined {
  const other = networks.find(({ hosts }) => hosts?.test(hostname));
  if (other === network) return undefined;
  if (other) return `${hostname} is ${other.title}: choose ${other.title}, or enter an address such as ${network.example}`;
  if (network.hosts) return `${hostname} is not ${network.title}: enter an address such as ${network.example}`;
  return isPublicName(hostname) ? undefined : `Enter the name of a server, such as ${network.example}`;
}

/** Not an address in numbers, nor a name within somebody's own network. */
const isPublicName = (hostname: string) => /^(?:[a-z\d-]+\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(hostname);

function homeless({ title, path, example }: Network, { pathname, search }: URL): string | undefined {
  const isPage = path ? path.test(pathname) && !search : pathname !== "/";
  return isPage ? undefined : `Enter the address of your own page at ${title}, such as ${example}`;
}
