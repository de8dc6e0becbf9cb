/** The networks that a profile can link to. Browser-safe; `link-addresses.ts` checks the addresses. */
import type { Json } from "db/schema";
import type { IconName } from "~/ui/icons/icon-names";

/** Maximum links per profile. */
export const maxLinks = 10;
/** Maximum length of an address, in characters. */
export const maxAddressLength = 300;

export interface Network {
  /** The network's value in the database. */
  value: "linkedin" | "x" | "github" | "facebook" | "instagram" | "youtube" | "mastodon";
  title: string;
  icon: IconName;
  /** Address of an example profile. */
  example: string;
}

export const networks: readonly Network[] = [
  { value: "linkedin", title: "LinkedIn", icon: "linkedin", example: "https://www.linkedin.com/in/ada" },
  { value: "x", title: "X", icon: "twitter", example: "https://x.com/ada" },
  { value: "github", title: "GitHub", icon: "github", example: "https://github.com/ada" },
  { value: "facebook", title: "Facebook", icon: "facebook", example: "https://www.facebook.com/ada" },
  { value: "instagram", title: "Instagram", icon: "instagram", example: "https://www.instagram.com/ada" },
  { value: "youtube", title: "YouTube", icon: "youtube", example: "https://www.youtube.com/@ada" },
  { value: "mastodon", title: "Mastodon", icon: "at-sign", example: "https://mastodon.social/@ada" },
];

/** The network by its name in the database; none for one that Portico does not know any more. */
export const networkOf = (value: unknown) => networks.find((network) => network.value === value);

/** Links as people read them, such as "GitHub: https://github.com/ada". */
export const readLinks = (links: Json): Json =>
  Array.isArray(links)
    ? links.map((link) =>
        isRecord(link) ? `${networkOf(link.network)?.title ?? String(link.network)}: ${String(link.url)}` : link,
      )
    : links;

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
