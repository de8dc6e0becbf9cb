import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes";

interface CardProps extends Omit<ComponentProps<"section">, "title"> {
  title?: ReactNode;
  /** One line under the title. */
  sub?: ReactNode;
  /** Stands at the end of the head, such as a link. */
  aside?: ReactNode;
  /** No line between head and body: for forms. */
  bare?: boolean;
  /** Where the card stands under a heading of its own rank, say `h3`. */
  heading?: "h2" | "h3";
}

/** A bordered piece of a page with a heading. What is inside brings its own padding: `CardBody`, a table, a list. */
export function Card({ title, sub, aside, bare, heading: Heading = "h2", className, children, ...rest }: CardProps) {
  const id = useId();
  return (
    <section className={classes("card", className)} aria-labelledby={title ? id : undefined} {...rest}>
      {title && (
        <div className={classes("card-head", bare && "bare")}>
          <div>
            <Heading className="card-title" id={id}>
              {title}
            </Heading>
            {sub && <p className="card-sub">{sub}</p>}
          </div>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<"div">) {
  return <div className={classes("card-body", className)} {...rest} />;
}

/** Facts as pairs of a word and its value, the values at the end of the line. */
export function Facts({ facts, className }: { facts: { term: string; value: ReactNode }[]; className?: string }) {
  return (
    <dl className={classes("dl", className)}>
      {facts.map(({ term, value }) => (
        <div key={term} className="contents">
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
