import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";

/** Prints the page. Hidden without scripts. */
export function PrintButton({
  variant = "outline",
  children = "Print",
  ...rest
}: Pick<ComponentProps<typeof Button>, "variant" | "size"> & { children?: ReactNode }) {
  return (
    <Button
      type="button"
      variant={variant}
      icon="printer"
      className="noscript:hidden"
      onClick={() => window.print()}
      {...rest}
    >
      {children}
    </Button>
  );
}
