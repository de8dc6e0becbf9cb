import { type ComponentProps, type ReactNode, useId } from "react";
import { buttonClass } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";

interface MenuProps extends Omit<ComponentProps<"button">, "children"> {
  /** What the menu is of, such as "Actions for Amara Okafor". */
  label: string;
  /** What the button shows; three dots unless told otherwise. */
  button?: ReactNode;
  panelClass?: string;
  children: ReactNode;
}

/**
 * A button that opens a list of links and acts. The browser does the opening; arrow keys are added by `menu-keys`.
 * Only items go inside: `MenuLink`, `MenuButton`, `MenuRule`, forms with one button.
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
  /** For icons with a direction: mirrored where the text runs from right to left. */
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

/** An act. It sends the form it stands in; `formAction` sends that form elsewhere. */
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
