import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Location } from "@remix-run/react";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icon";

interface RowMenuProps {
  /** Where the list is. */
  at: Pick<Location, "pathname" | "search">;
  id: number | string;
  /** What the menu is of, such as "Actions for Amara Okafor". */
  label: string;
  children(): ReactNode;
}

/**
 * The menu of a row. It is made when it is first opened: those of a whole page were a third of all its elements. It is
 * served as a link to the same page with this menu open; scripts open it in place.
 */
export function RowMenu({ at, id, label, children }: RowMenuProps) {
  const address = menuAddress(at, id);
  const [isMade, setMade] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  /** The press that leads to a click has closed the menu already, where it was open. */
  const wasOpen = useRef(false);

  function press(event: MouseEvent | KeyboardEvent) {
    if (address.isOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!wasOpen.current) {
      flushSync(() => setMade(true));
      panel.current?.showPopover();
    }
    wasOpen.current = false;
  }
  return (
    <div className="menu">
      <a
        href={address.href}
        id={address.isOpen ? menuAnchor : undefined}
        className={buttonClass({ variant: "ghost", size: "icon" }, "btn-sm")}
        aria-label={label}
        role="button"
        aria-haspopup="menu"
        onPointerDown={() => (wasOpen.current = panel.current?.matches(":popover-open") ?? false)}
        onClick={press}
        onKeyDown={(event) => event.key === " " && press(event)} // Enter is a link's own key
      >
        <Icon name="ellipsis" />
      </a>
      {address.isOpen && (
        <div className="pop" data-menu="">
          {children()}
        </div>
      )}
      {isMade && (
        <div ref={panel} popover="auto" className="pop" data-menu="">
          {children()}
        </div>
      )}
    </div>
  );
}

/** Where the page is scrolled to whose address opens a menu. */
const menuAnchor = "row-menu";

/** The address of this page with the menu of this row open, or, where it is open, without it. */
function menuAddress({ pathname, search }: RowMenuProps["at"], id: number | string) {
  const params = new URLSearchParams(search);
  const isOpen = params.get("menu") === String(id);
  params.delete("menu");
  if (isOpen) return { isOpen, href: pathname + (params.size > 0 ? `?${params}` : "") };
  params.set("menu", String(id));
  return { isOpen, href: `${pathname}?${params}#${menuAnchor}` };
}
