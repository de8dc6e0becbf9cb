import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "./button";
import { Icon } from "./icons/icon";

/** Forms whose answer decides who is signed in. */
const deciding = new Set(["/login", "/register", "/forget-password", "/email-verification"]);

/** Covers the page while it is being decided who is signed in, with a way to stop waiting. */
export function Resolving() {
  const { formAction, formMethod } = useNavigation();
  const path = formAction && new URL(formAction, "http://here.invalid").pathname;
  const pending = formMethod === "POST" && path !== undefined && deciding.has(path);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  // To go where one already is ends the submission, and asks the server who is signed in after all.
  return pending ? (
    <Overlay onCancel={() => navigate(pathname + search, { replace: true })}>One moment…</Overlay>
  ) : null;
}

/** Appears a moment late: most answers are faster, and a flash would only disturb. */
export function Overlay({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed before it goes, it gives the focus back to where it was.
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
