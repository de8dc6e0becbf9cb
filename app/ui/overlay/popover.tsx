import { type ComponentProps, type ReactNode, useId } from "react";
import { buttonClass } from "~/ui/button";
import { classes } from "~/ui/classes";

interface PopoverProps extends Omit<ComponentProps<"button">, "children"> {
  /** What the button says; with only an icon in it, give `aria-label` too. */
  button: ReactNode;
  /** Classes of the panel, which is where its width is said. */
  panelClass?: string;
  /** Names the panel for screen readers. */
  label: string;
  children: ReactNode;
}

/** A button that opens a panel beside it. The browser opens, closes and returns the focus: it works without scripts. */
export function Popover({ button, panelClass, label, className, children, ...rest }: PopoverProps) {
  const id = useId();
  return (
    <div className="menu">
      <button
        type="button"
        popovertarget={id}
        className={className ?? buttonClass({ variant: "ghost", size: "icon" })}
        {...rest}
      >
        {button}
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={label} className={classes("pop", panelClass)}>
        {children}
      </div>
    </div>
  );
}
