import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes";

interface CardProps extends Omit<ComponentProps<"section">, "title"> {
  title?: ReactNode;
  /** One line below the title. */
  sub?: ReactNode;
  /** Content at the end of the header, such as a link. */
  aside?: ReactNode;
  /** Omits the line below the header, for forms. */
  bare?: boolean;
  /** Level of the heading; `h3` for a card below an `h2`. */
  heading?: "h2" | "h3";
}

/** A bordered section with a heading. Its content brings its own padding: `CardBody`, a table or a list. */
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

/** A list of terms with their values, which are aligned at the end. */
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
