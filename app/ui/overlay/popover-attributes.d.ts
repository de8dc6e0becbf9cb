import "react";

// React 18 passes these attributes on but does not know them. From React 19 they are its own, in camel case.
declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "auto" | "manual" | "";
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
    popovertargetaction?: "show" | "hide" | "toggle";
  }
  interface DetailsHTMLAttributes<T> {
    /** Details that share a name: opening one closes the others. */
    name?: string;
  }
}
