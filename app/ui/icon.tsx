import type { ComponentProps } from "react";
import sprite from "virtual:icon-sprite";
import { classes } from "./classes";
import { type IconName, iconNames } from "./icon-names";

interface IconProps extends Omit<ComponentProps<"svg">, "name"> {
  name: IconName;
  /** For arrows and the like: mirrored where the text runs from right to left. */
  flip?: boolean;
  /** What the icon says when no word stands beside it; without it, it is decoration. */
  label?: string;
}

// A page of rows has hundreds of icons: as ready text they cost the server a third of what elements would.
const uses = Object.fromEntries(iconNames.map((name) => [name, { __html: `<use href="${sprite}#${name}"/>` }])) as Record<IconName, { __html: string }>;

/** A lucide icon out of the one sprite file: nothing of it is script. */
export function Icon({ name, flip, label, className, ...rest }: IconProps) {
  return (
    <svg
      className={classes("icon", flip && "flip", className)}
      role={label && "img"}
      aria-label={label}
      aria-hidden={!label || undefined}
      dangerouslySetInnerHTML={uses[name]}
      {...rest}
    />
  );
}
