import "react";

// React 18 passes these attributes on but has no types for them. React 19 supports them in camel case.
declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "auto" | "manual" | "";
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
    popovertargetaction?: "show" | "hide" | "toggle";
  }
  interface DetailsHTMLAttributes<T> {
    /** Details with the same name: opening one closes the others. */
    name?: string;
  }
}
