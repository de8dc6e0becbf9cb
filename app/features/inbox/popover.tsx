import { useLocation } from "@remix-run/react";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";
import { Popover } from "~/ui/overlay/popover";
import { Scroll } from "~/ui/list/scroll";
import { Form } from "~/ui/owned-form";
import { type BoxName, boxes, countText } from "./boxes";
import { InboxItem, type Item } from "./item";

interface InboxPopoverProps {
  name: BoxName;
  box: { items: Item[]; unread: number };
}

/** A header popover with the latest items of an inbox. */
export function InboxPopover({ name, box }: InboxPopoverProps) {
  const { title, href, icon } = boxes[name];
  return (
    <Popover
      label={title}
      panelClass="pop-wide"
      name={box.unread > 0 ? `${title}, ${countText(box.unread)} unread` : title}
      button={<Bell icon={icon} unread={box.unread} />}
      href={href}
    >
      {() => <Newest name={name} box={box} />}
    </Popover>
  );
}

function Newest({ name, box }: InboxPopoverProps) {
  const { title, empty, all, href } = boxes[name];
  return (
    <>
      <div className="flex min-h-12 items-center justify-between px-4">
        <h2 className="font-semibold">{title}</h2>
        {box.unread > 0 && (
          <MarkAll
            name={name}
            className="py-1 text-xs font-medium text-primary-text underline-offset-2 hover:underline"
          />
        )}
      </div>
      {box.items.length === 0 ? (
        <p className="border-y border-border px-4 py-8 text-center text-muted">{empty}</p>
      ) : (
        <Scroll className="max-h-96 border-y border-border">
          <ul>
            {box.items.map((item) => (
              <li key={item.id}>
                <InboxItem box={name} item={item} />
              </li>
            ))}
          </ul>
        </Scroll>
      )}
      <a
        href={href}
        className="m-1.5 flex min-h-8 items-center justify-center rounded-md text-sm font-medium text-primary-text hover:bg-hover"
      >
        {all}
      </a>
    </>
  );
}

/** Button to mark all items of a box as read, which returns to the current page. */
export function MarkAll({ name, className }: { name: BoxName; className: string }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={`${boxes[name].href}/read`} preventScrollReset>
      <input type="hidden" name="back" value={pathname + search} />
      <button className={className}>Mark all as read</button>
    </Form>
  );
}

function Bell({ icon, unread }: { icon: IconName; unread: number }) {
  return (
    <span className="relative">
      <Icon name={icon} />
      {unread > 0 && <span className="unread-count num">{countText(unread)}</span>}
    </span>
  );
}
