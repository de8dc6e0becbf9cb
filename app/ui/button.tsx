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
  /** Icon before the label. */
  icon?: IconName;
}

/** Returns the classes of a button, for other elements that look like one, such as a `<summary>`. */
export function buttonClass({ variant = "default", size = "default", color = "default" }: Look, className?: string) {
  return classes("btn", variants[variant], sizes[size], colors[color], className);
}

interface ButtonProps extends Look, Omit<ComponentProps<"button">, "color"> {
  /** Shows a spinner. The label should say so too: "Saving…". */
  busy?: boolean;
}

/** A button, which submits its form unless `type` says otherwise. With size `icon` it needs an `aria-label`. */
export function Button({ variant, size, color, icon, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button className={buttonClass({ variant, size, color }, className)} aria-busy={busy || undefined} {...rest}>
      {busy ? <Icon name="loader-circle" className="spin" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Look, Omit<ComponentProps<"a">, "color"> {
  /** Mirrors the icon in right-to-left text. */
  flip?: boolean;
}

/** A link that looks like a button. Without `href` it looks disabled. */
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
