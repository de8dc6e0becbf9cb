import type { ComponentProps } from "react";
import { classes } from "./classes";
import { Icon } from "./icons/icon";
import type { IconName } from "./icons/icon-names";

const families = {
  info: { className: "", icon: "info" },
  success: { className: "alert-success", icon: "circle-check" },
  warning: { className: "alert-warning", icon: "triangle-alert" },
  error: { className: "alert-error", icon: "circle-alert" },
} as const satisfies Record<string, { className: string; icon: IconName }>;

interface AlertProps extends ComponentProps<"div"> {
  family?: keyof typeof families;
  icon?: IconName;
}

/**
 * A message that people should notice. Begin it with a `<strong>`, and set `role="alert"` if it is the response to an
 * action.
 */
export function Alert({ family = "info", icon, className, children, ...rest }: AlertProps) {
  const look = families[family];
  return (
    <div className={classes("alert", look.className, className)} {...rest}>
      <Icon name={icon ?? look.icon} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
