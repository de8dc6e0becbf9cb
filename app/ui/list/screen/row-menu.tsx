import { type Location, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { useOpened } from "~/ui/overlay/opened";
import { useScripted } from "~/ui/scripted";

interface RowMenuProps {
  at: Pick<Location, "pathname" | "search">;
  id: number | string;
  /** Accessible name, such as "Actions for Amara Okafor". */
  label: string;
  children(): ReactNode;
}

const triggerClass = buttonClass({ variant: "ghost", size: "icon" }, "btn-sm");

/**
 * The menu of a row, served as a link to the same page with this menu open; with scripts it is a button. Its items are
 * rendered when it opens, because those of all rows were a fifth of the page's elements.
 */
export function RowMenu({ at, id, ...menu }: RowMenuProps) {
  const Drawn = useScripted() ? MenuInPlace : MenuByLink;
  return (
    <div className="menu">
      <Drawn {...menu} address={menuAddress(at, id)} />
    </div>
  );
}

type DrawnProps = Pick<RowMenuProps, "label" | "children"> & { address: ReturnType<typeof menuAddress> };

function MenuByLink({ address: { isOpen, href, anchor }, label, children }: DrawnProps) {
  return (
    <>
      <a href={href} id={anchor} className={triggerClass} aria-label={label}>
        <Icon name="ellipsis" />
      </a>
      {isOpen && (
        <div className="pop" data-menu="">
          {children()}
        </div>
      )}
    </>
  );
}

/** The menu as a native popover, whose items are rendered when it first opens. */
function MenuInPlace({ address: { isOpen, href }, label, children }: DrawnProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const isOpened = useOpened(panel, isOpen);
  const navigate = useNavigate();

  // The address opened it before scripts ran; closing it restores the list's address.
  useEffect(() => {
    const shown = panel.current;
    if (!isOpen || !shown) return;
    const close = (event: Event) =>
      (event as ToggleEvent).newState === "closed" && navigate(href, { replace: true, preventScrollReset: true });
    shown.showPopover();
    shown.addEventListener("toggle", close);
    return () => shown.removeEventListener("toggle", close);
  }, [isOpen, href, navigate]);

  return (
    <>
      <button type="button" popovertarget={id} className={triggerClass} aria-label={label}>
        <Icon name="ellipsis" />
      </button>
      <div ref={panel} id={id} popover="auto" className="pop" data-menu="">
        {isOpened && children()}
      </div>
    </>
  );
}

/** Returns the address of this page with the row's menu open or, if it is open, closed. Both scroll to the row. */
function menuAddress({ pathname, search }: RowMenuProps["at"], id: number | string) {
  const params = new URLSearchParams(search);
  const isOpen = params.get("menu") === String(id);
  if (isOpen) params.delete("menu");
  else params.set("menu", String(id));
  const anchor = `menu-${id}`;
  return { isOpen, anchor, href: `${pathname}${params.size > 0 ? `?${params}` : ""}#${anchor}` };
}
