import { classes } from "./classes";

interface CodeBlockProps {
  /** What it is, over it. */
  label: string;
  code: string;
  className?: string;
}

/** Lines of code or data, left to right whatever the page, that scroll by themselves where they are too long. */
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
