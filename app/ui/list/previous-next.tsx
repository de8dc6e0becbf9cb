import { ButtonLink } from "~/ui/button";

interface AroundProps {
  /** Accessible name of both arrows. */
  label: string;
  /** Their target, to follow "Previous" and "Next". */
  to: string;
  previous?: string;
  next?: string;
  /** Classes of each arrow. */
  className?: string;
}

/** Links to the previous and next page of a list. An arrow without a target keeps its place. */
export function Around({ label, to, previous, next, className }: AroundProps) {
  const arrow = (name: string) => ({ "aria-label": `${name} ${to}`, title: `${name} ${to}` });
  const look = { variant: "ghost", size: "icon", className, flip: true } as const;
  return (
    <nav aria-label={label} className="flex gap-1">
      <ButtonLink {...look} {...arrow("Previous")} icon="chevron-left" href={previous} rel="prev" />
      <ButtonLink {...look} {...arrow("Next")} icon="chevron-right" href={next} rel="next" />
    </nav>
  );
}
