import { classes } from "./classes";

interface CodeBlockProps {
  /** Title above the code. */
  label: string;
  code: string;
  className?: string;
}

/** Code or data, always left to right, which scrolls sideways if it is too long. */
export function CodeBlock({ label, code, className }: CodeBlockProps) {
  return (
    <figure className={classes("min-w-0", className)}>
      <figcaption className="mb-1.5 text-sm font-medium text-muted">{label}</figcaption>
      <pre className="code-block" dir="ltr" tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
