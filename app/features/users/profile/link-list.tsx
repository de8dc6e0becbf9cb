import type { SocialLink } from "db/schema";
import { Icon } from "~/ui/icons/icon";
import { networkOf } from "./networks";

/** The person's links, with the network's name and a short form of the address. */
export function LinkList({ links }: { links: SocialLink[] }) {
  return (
    <ul className="grid gap-3 p-5 text-sm">
      {links.map(({ network: value, url }) => {
        const network = networkOf(value);
        return (
          <li key={url} className="flex min-w-0 items-start gap-2.5">
            <Icon name={network?.icon ?? "globe"} className="mt-0.5 flex-none text-muted" />
            <span className="min-w-0">
              <span className="block text-muted">{network?.title ?? value}</span>
              {/* "me" says that both pages are the same person's; who looks there is not told from where they came. */}
              <a href={url} rel="me noopener noreferrer nofollow" className="link wrap-anywhere">
                <bdi>{url.replace(/^https:\/\/(?:www\.)?/, "").replace(/\/$/, "")}</bdi>
              </a>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
