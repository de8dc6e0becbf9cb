import { useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "./button";
import { Icon } from "./icons/icon";
import { useNavigation } from "~/ui/navigation";

/** Form actions whose response decides who is signed in. */
const signInActions = new Set(["/login", "/register", "/forget-password", "/email-verification"]);

/** Covers the page during a sign-in, with a button to stop waiting. */
export function Resolving() {
  const { formAction, formMethod } = useNavigation();
  const path = formAction && new URL(formAction, "http://here.invalid").pathname;
  const pending = formMethod === "POST" && path !== undefined && signInActions.has(path);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  // Navigating to the current page cancels the submission, and asks the server who is signed in.
  return pending ? (
    <Overlay onCancel={() => navigate(pathname + search, { replace: true })}>One moment…</Overlay>
  ) : null;
}

/** A modal overlay, which fades in late, because most responses are faster and a flash would disturb. */
export function Overlay({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closing it before unmounting returns the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-label="Logging in"
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-background/60 text-text backdrop-blur-md transition-opacity delay-150 duration-150 starting:opacity-0"
      onCancel={onCancel}
    >
      <div className="grid h-full place-content-center justify-items-center gap-4">
        <Icon name="loader-circle" className="spin size-8! text-primary-text" />
        <p role="status" className="font-medium">
          {children}
        </p>
        <Button type="button" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </dialog>
  );
}
