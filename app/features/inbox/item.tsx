import type { SerializeFrom } from "@remix-run/node";
import { Avatar } from "~/ui/values/avatar";
import { Time } from "~/ui/values/time";
import { type BoxName, itemHref } from "./boxes";
import type { Box } from "./inbox.server";

/** An item from the page's loader, or from the stream with dates as strings. */
export type Item = Box["items"][number] | SerializeFrom<Box>["items"][number];

/**
 * An item: sender, text (for a message its subject and content) and time. An unread one links to the address that
 * marks it as read.
 */
export function InboxItem({ box, item }: { box: BoxName; item: Item }) {
  const unread = item.readAt === null;
  const [about, said] = item.text.split("\n");
  return (
    <a href={unread ? itemHref(box, item.id) : item.href} className={unread ? "inbox-item unread" : "inbox-item"}>
      {/* Who sent it may be gone, so the colour comes from the name: the same for all they sent. */}
      <Avatar person={{ id: item.fromName.length, name: item.fromName, image: item.fromImage }} />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">
          <b className="font-medium">
            <bdi>{item.fromName}</bdi>
          </b>{" "}
          <span className={said ? undefined : "text-muted"}>{about}</span>
        </span>
        {said && <span className="block wrap-anywhere text-muted">{said}</span>}
        <Time value={item.createdAt} relative className="mt-0.5 block text-xs text-subtle first-letter:uppercase" />
      </span>
      {unread && (
        <span className="mt-1.5 size-2 flex-none rounded-full bg-primary">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </a>
  );
}
