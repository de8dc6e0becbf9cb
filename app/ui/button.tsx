import type { ComponentProps } from "react";
import { classes } from "./classes";
import { Icon } from "./icons/icon";
import type { IconName } from "./icons/icon-names";

const variants = {
  default: "",
  outline: "btn-outline",
  link: "btn-link",
  destructive: "btn-destructive",
  secondary: "btn-secondary",
  ghost: "btn-ghost",
} as const;
const sizes = { default: "", xs: "btn-xs", sm: "btn-sm", md: "btn-md", lg: "btn-lg", icon: "btn-icon" } as const;
const colors = {
  default: "",
  error: "btn-error",
  success: "btn-success",
  warning: "btn-warning",
  info: "btn-info",
} as const;

export const buttonVariants = Object.keys(variants) as (keyof typeof variants)[];
export const buttonSizes = Object.keys(sizes) as (keyof typeof sizes)[];
export const buttonColors = Object.keys(colors) as (keyof typeof colors)[];

interface Look {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  color?: keyof typeof colors;
  /** Stands before the words. */
  icon?: IconName;
}

/** The classes of a button, for what has to look like one, such as a `<summary>`. */
export function buttonClass({ variant = "default", size = "default", color = "default" }: Look, className?: string) {
  return classes("btn", variants[variant], sizes[size], colors[color], className);
}

interface ButtonProps extends Look, Omit<ComponentProps<"button">, "color"> {
  /** Shows that it is at work and takes no second press. Say so in words too: "Saving…". */
  busy?: boolean;
}

/** A button; it submits its form unless `type` says otherwise. A button of size `icon` needs an `aria-label`. */
export function Button({ variant, size, color, icon, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button className={buttonClass({ variant, size, color }, className)} aria-busy={busy || undefined} {...rest}>
      {busy ? <Icon name="loader-circle" className="spin" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Look, Omit<ComponentProps<"a">, "color"> {
  /** Turns arrows where the text runs from right to left. */
  flip?: boolean;
}

/** A link that looks like a button. Without `href` it is shown as not available. */
export function ButtonLink({ variant, size, color, icon, flip, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a
      className={buttonClass({ variant, size, color }, className)}
      aria-disabled={rest.href === undefined || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} flip={flip} />}
      {children}
    </a>
  );
}
