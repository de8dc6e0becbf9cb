import { classes } from "../classes";
import { Icon } from "../icons/icon";

/** A small picture of a thing, or a box where there is none. Its name stands beside it, so it says nothing itself. */
export function Thumb({ src, className }: { src: string | null | undefined; className?: string }) {
  return (
    <span className={classes("thumb", className)}>
      {src ? <img src={src} alt="" loading="lazy" /> : <Icon name="package" />}
    </span>
  );
}
