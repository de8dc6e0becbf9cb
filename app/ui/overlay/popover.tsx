import { type ReactNode, useId, useRef } from "react";
import { buttonClass } from "~/ui/button";
import { classes } from "~/ui/classes";
import { useScripted } from "~/ui/scripted";
import { useOpened } from "./opened";

interface PopoverProps {
  /** What the button shows: an icon. */
  button: ReactNode;
  /** What the button is called. */
  name: string;
  /** Names the panel for screen readers. */
  label: string;
  /** Classes of the panel, which is where its width is said. */
  panelClass?: string;
  /** The page that has what is in the panel: without scripts the button is a link to it. */
  href: string;
  children(): ReactNode;
}

const triggerClass = buttonClass({ variant: "ghost", size: "icon" });

/**
 * A button that opens a panel beside it, which is made when it is first opened. The browser opens, closes and returns
 * the focus.
 */
export function Popover(popover: PopoverProps) {
  const Drawn = useScripted() ? PopoverInPlace : PopoverByLink;
  return (
    <div className="menu">
      <Drawn {...popover} />
    </div>
  );
}

function PopoverByLink({ button, name, href }: PopoverProps) {
  return (
    <a href={href} className={triggerClass} aria-label={name}>
      {button}
    </a>
  );
}

function PopoverInPlace({ button, name, label, panelClass, children }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const isOpened = useOpened(panel);
  return (
    <>
      <button type="button" popovertarget={id} className={triggerClass} aria-label={name}>
        {button}
      </button>
      <div ref={panel} id={id} popover="auto" role="dialog" aria-label={label} className={classes("pop", panelClass)}>
        {isOpened && children()}
      </div>
    </>
  );
}
