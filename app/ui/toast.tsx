import { Form, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { classes } from "./classes";
import { Icon } from "./icon";

interface ToastProps {
  toast?: {
    text: string;
    /** The change that the button takes back. */
    undo?: string;
    tone?: "success" | "error";
  };
}

/** A toast leaves after this long, in milliseconds, unless someone points at it or is inside it. */
const toastLasts = 8000;

/** Says once what has happened. Without scripts it stays until the next page. The region is always there, so that screen readers hear what comes into it. */
export function ToastRegion({ toast }: ToastProps) {
  const [gone, setGone] = useState<ToastProps["toast"]>();
  const [held, setHeld] = useState(false);
  const { pathname, search } = useLocation();
  const shown = toast !== gone ? toast : undefined;

  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setGone(shown), toastLasts);
    return () => clearTimeout(timer);
  }, [shown, held]);

  return (
    <div className="toasts no-print" role="status">
      {shown && (
        <div
          className={classes("toast", shown.tone === "error" && "toast-error")}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <Icon name={shown.tone === "error" ? "circle-alert" : "circle-check"} />
          <span className="me-4 wrap-anywhere">{shown.text}</span>
          {shown.undo && (
            <Form method="post" action="/undo" className="ms-auto">
              <input type="hidden" name="change" value={shown.undo} />
              <input type="hidden" name="back" value={pathname + search} />
              <button className="btn btn-sm">Undo</button>
            </Form>
          )}
          <button type="button" className={classes("btn btn-sm btn-icon toast-close", !shown.undo && "ms-auto")} aria-label="Dismiss" onClick={() => setGone(shown)}>
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  );
}
