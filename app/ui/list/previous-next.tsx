import { ButtonLink } from "~/ui/button";

interface AroundProps {
  /** What the arrows are called together. */
  label: string;
  /** What they lead to, after "Previous" and "Next". */
  to: string;
  previous?: string;
  next?: string;
  /** Of each arrow. */
  className?: string;
}

/** Leads to what stands before and after a page in a list. An arrow that leads nowhere keeps its place. */
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
