import { type ComponentProps, type ReactNode, useId } from "react";
import { buttonClass } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";

interface MenuProps extends Omit<ComponentProps<"button">, "children"> {
  /** Accessible name, such as "Actions for Amara Okafor". */
  label: string;
  /** Content of the button; three dots by default. */
  button?: ReactNode;
  panelClass?: string;
  children: ReactNode;
}

/**
 * A button that opens a menu of links and actions as a native popover; `menu-keys` adds arrow keys. It contains only
 * `MenuLink`, `MenuButton`, `MenuRule` and forms with one button.
 */
export function Menu({ label, button, panelClass, className, children, ...rest }: MenuProps) {
  const id = useId();
  return (
    <div className="menu">
      <button
        type="button"
        popovertarget={id}
        aria-label={label}
        className={className ?? buttonClass({ variant: "ghost", size: "icon" }, "btn-sm")}
        {...rest}
      >
        {button ?? <Icon name="ellipsis" />}
      </button>
      <div id={id} popover="auto" className={classes("pop", panelClass)} data-menu="">
        {children}
      </div>
    </div>
  );
}

interface ItemLook {
  icon?: IconName;
  /** Mirrors the icon in right-to-left text. */
  flip?: boolean;
}

export function MenuLink({ icon, flip, className, children, ...rest }: ItemLook & ComponentProps<"a">) {
  return (
    <a className={classes("item", className)} {...rest}>
      {icon && <Icon name={icon} flip={flip} />}
      {children}
    </a>
  );
}

/** An action that submits its form; `formAction` submits it elsewhere. */
export function MenuButton({
  icon,
  flip,
  danger,
  className,
  children,
  ...rest
}: ItemLook & ComponentProps<"button"> & { danger?: boolean }) {
  return (
    <button className={classes("item", danger && "item-danger", className)} {...rest}>
      {icon && <Icon name={icon} flip={flip} />}
      {children}
    </button>
  );
}

export function MenuRule() {
  return <hr className="rule" />;
}
