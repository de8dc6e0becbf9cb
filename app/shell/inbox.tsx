import { Form, useLocation } from "@remix-run/react";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names";
import { Popover } from "~/ui/popover";
import { Scroll } from "~/ui/scroll";
import { Time } from "~/ui/time";
import type { Surroundings } from "./shell.server";

interface InboxProps {
  inbox: Surroundings["notifications"];
  title: string;
  empty: string;
  all: string;
  href: string;
  icon: IconName;
}

/** A header popover with what a person was told, the newest first. */
export function Inbox({ inbox, title, empty, all, href, icon }: InboxProps) {
  const { pathname, search } = useLocation();
  return (
    <Popover label={title} panelClass="pop-wide" aria-label={inbox.unread > 0 ? `${title}, ${inbox.unread} unread` : title} button={<Bell icon={icon} unread={inbox.unread} />}>
      <div className="flex min-h-12 items-center justify-between px-4">
        <h2 className="font-semibold">{title}</h2>
        {inbox.unread > 0 && (
          <Form method="post" action={`${href}/read`} preventScrollReset>
            <input type="hidden" name="back" value={pathname + search} />
            <button className="py-1 text-xs font-medium text-primary-text underline-offset-2 hover:underline">Mark all as read</button>
          </Form>
        )}
      </div>
      {inbox.items.length === 0 ? (
        <p className="border-y border-border px-4 py-8 text-center text-muted">{empty}</p>
      ) : (
        <Scroll className="max-h-96 border-y border-border">
          <ul>
            {inbox.items.map((item) => (
              <li key={item.id}>
                <Entry item={item} href={item.readAt === null ? `${href}/${item.id}` : item.href} />
              </li>
            ))}
          </ul>
        </Scroll>
      )}
      <a href={href} className="m-1.5 flex min-h-8 items-center justify-center rounded-md text-sm font-medium text-primary-text hover:bg-hover">
        {all}
      </a>
    </Popover>
  );
}

function Bell({ icon, unread }: { icon: IconName; unread: number }) {
  return (
    <span className="relative">
      <Icon name={icon} />
      {unread > 0 && <span className="unread-count num">{unread > 99 ? "99+" : unread}</span>}
    </span>
  );
}

/** What is unread is opened by way of the address that marks it read. */
function Entry({ item, href }: { item: InboxProps["inbox"]["items"][number]; href: string }) {
  const unread = item.readAt === null;
  return (
    <a href={href} className={unread ? "inbox-item unread" : "inbox-item"}>
      {/* Who sent it may be gone, so the colour comes from the name: the same for all they sent. */}
      <Avatar person={{ id: item.fromName.length, name: item.fromName, image: item.fromImage }} />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">
          <b className="font-medium">
            <bdi>{item.fromName}</bdi>
          </b>{" "}
          <span className="text-muted">{item.text}</span>
        </span>
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
