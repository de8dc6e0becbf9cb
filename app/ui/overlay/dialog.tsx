import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "~/ui/classes";

interface DialogProps extends Omit<ComponentProps<"dialog">, "title"> {
  /** Id that opens it: `<Button type="button" popovertarget={id}>`. */
  id: string;
  title: ReactNode;
  /** Buttons at its foot: cancel first, the action last. `DialogClose` cancels. */
  actions?: ReactNode;
}

/**
 * A dialog over the page, as a native popover: opened by a button's `popovertarget`, closed by Esc or an outside
 * click, also without scripts.
 */
export function Dialog({ id, title, actions, className, children, ...rest }: DialogProps) {
  const titleId = useId();
  return (
    <dialog id={id} popover="auto" aria-labelledby={titleId} className={classes("dialog", className)} {...rest}>
      <div className="p-5">
        <h2 className="text-lg font-semibold" id={titleId}>
          {title}
        </h2>
        <div className="mt-1 text-muted">{children}</div>
      </div>
      {actions && (
        <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-border bg-surface-raised px-5 py-3.5">
          {actions}
        </div>
      )}
    </dialog>
  );
}

/** Closes the dialog with this id without a change. */
export function DialogClose({ dialog, className, ...rest }: ComponentProps<"button"> & { dialog: string }) {
  return (
    <button
      type="button"
      popovertarget={dialog}
      popovertargetaction="hide"
      className={classes("btn btn-outline", className)}
      {...rest}
    />
  );
}
