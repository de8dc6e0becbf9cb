import type { ComponentProps } from "react";
import sprite from "virtual:icon-sprite";
import { classes } from "../classes";
import type { IconName } from "./icon-names";

interface IconProps extends Omit<ComponentProps<"svg">, "name"> {
  name: IconName;
  /** Mirrors the icon in right-to-left text, for arrows and the like. */
  flip?: boolean;
  /** Accessible name; without it the icon is decoration. */
  label?: string;
}

// Pages of rows have hundreds of icons, and ready-made HTML costs the server a third of what elements would. The list
// of names is not imported, because every page would load it.
const uses: Partial<Record<IconName, { __html: string }>> = {};

/** A lucide icon from the sprite file, without any script. */
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
