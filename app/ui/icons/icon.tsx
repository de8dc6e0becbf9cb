import type { ComponentProps } from "react";
import sprite from "virtual:icon-sprite";
import { classes } from "../classes";
import type { IconName } from "./icon-names";

interface IconProps extends Omit<ComponentProps<"svg">, "name"> {
  name: IconName;
  /** For arrows and the like: mirrored where the text runs from right to left. */
  flip?: boolean;
  /** What the icon says when no word stands beside it; without it, it is decoration. */
  label?: string;
}

// A page of rows has hundreds of icons: as ready text they cost the server a third of what elements would. The list of
// all names stays out of it, because every page would load that.
const uses: Partial<Record<IconName, { __html: string }>> = {};

/** A lucide icon out of the one sprite file: nothing of it is script. */
export function Icon({ name, flip, label, className, ...rest }: IconProps) {
  return (
    <svg
      className={classes("icon", flip && "flip", className)}
      role={label && "img"}
      aria-label={label}
      aria-hidden={!label || undefined}
      dangerouslySetInnerHTML={(uses[name] ??= { __html: `<use href="${sprite}#${name}"/>` })}
      {...rest}
    />
  );
}
