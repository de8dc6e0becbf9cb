import { classes } from "../classes";
import { Icon } from "../icons/icon";

/** A small picture of a thing, or a placeholder. Decorative, because its name is beside it. */
export function Thumb({ src, className }: { src: string | null | undefined; className?: string }) {
  return (
    <span className={classes("thumb", className)}>
      {src ? <img src={src} alt="" loading="lazy" /> : <Icon name="package" />}
    </span>
  );
}
