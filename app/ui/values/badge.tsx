import type { ComponentProps } from "react";
import { classes } from "../classes";
import { Icon } from "../icons/icon";
import type { IconName } from "../icons/icon-names";

const families = {
  neutral: "",
  primary: "badge-primary",
  success: "badge-success",
  warning: "badge-warning",
  error: "badge-error",
  info: "badge-info",
} as const;
export type BadgeFamily = keyof typeof families;

interface BadgeProps extends ComponentProps<"span"> {
  family?: BadgeFamily;
  icon?: IconName;
}

/** A coloured label. Its icon makes sure that colour is not the only signal. */
export function Badge({ family = "neutral", icon, className, children, ...rest }: BadgeProps) {
  return (
    <span className={classes("badge", families[family], className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** A small number beside a word, such as a tab's row count. */
export function Count({ className, ...rest }: ComponentProps<"span">) {
  return (
    <>
      {" "}
      <span className={classes("count", className)} {...rest} />
    </>
  );
}
