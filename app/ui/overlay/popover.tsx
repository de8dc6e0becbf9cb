import { type ReactNode, useId, useRef } from "react";
import { buttonClass } from "~/ui/button";
import { classes } from "~/ui/classes";
import { useScripted } from "~/ui/scripted";
import { useOpened } from "./opened";

interface PopoverProps {
  /** Content of the button: an icon. */
  button: ReactNode;
  /** Accessible name of the button. */
  name: string;
  /** Accessible name of the panel. */
  label: string;
  /** Classes of the panel, including its width. */
  panelClass?: string;
  /** Page with the panel's content, which the button links to without scripts. */
  href: string;
  children(): ReactNode;
}

const triggerClass = buttonClass({ variant: "ghost", size: "icon" });

/**
 * A button that opens a panel, which is rendered when it first opens. The browser opens and closes it and restores the
 * focus.
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
