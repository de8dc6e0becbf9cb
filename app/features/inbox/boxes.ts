/** Names and addresses of the two inboxes. Browser-safe. */
import type { IconName } from "~/ui/icons/icon-names";

export type BoxName = "notifications" | "messages";

interface BoxWords {
  name: BoxName;
  title: string;
  /** Text of the empty popover. */
  empty: string;
  /** Introduction on the page. */
  lead: string;
  /** The popover's link to the page. */
  all: string;
  href: string;
  icon: IconName;
  /** Noun for new items, such as "1 new notification". */
  one: string;
  many: string;
}

/** The texts of both boxes, as the specification has them. */
export const boxes: Record<BoxName, BoxWords> = {
  notifications: {
    name: "notifications",
    title: "Notification",
    empty: "No new notifications",
    lead: "What happened that you want to be told of.",
    all: "View All Notification",
    href: "/notifications",
    icon: "bell",
    one: "new notification",
    many: "new notifications",
  },
  messages: {
    name: "messages",
    title: "Messages",
    empty: "No new Messages",
    lead: "The conversations that you take part in, each with what was last said.",
    all: "View All Messages",
    href: "/messages",
    icon: "message-square",
    one: "new message",
    many: "new messages",
  },
};

/** Highest number that is counted. */
export const maxCounted = 99;

/** Returns the count as a text; "99+" above ninety-nine. */
export const countText = (count: number) => (count > maxCounted ? `${maxCounted}+` : String(count));

/** Returns the address that opens an item and marks it as read. */
export const itemHref = (box: BoxName, id: number) => `${boxes[box].href}/${id}`;
