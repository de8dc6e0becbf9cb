import { useLocation } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { formatNumber } from "~/core/values/noun";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { Form } from "~/ui/owned-form";

interface ToastProps {
  /** Content above the toast. */
  children?: ReactNode;
  toast?: {
    text: string;
    /** The change that the button undoes. */
    undo?: string;
    /** Whether the button redoes what was just undone. */
    redo?: boolean;
    /** The change whose remaining parts the other button undoes, and their number. */
    others?: { batch: string; count: number };
    /** Links to the records concerned. */
    links?: { href: string; title: string }[];
    tone?: "success" | "error";
  };
}

/** How long a toast stays, in milliseconds, unless it is hovered, focused or has links. */
const toastLasts = 8000;

/**
 * Shows a toast once; without scripts it stays until the next page, and a revalidated page does not repeat it. The
 * region is always rendered, so that screen readers announce changes in it.
 */
export function ToastRegion({ toast, children }: ToastProps) {
  const { key } = useLocation();
  const [told, setTold] = useState({ toast, key });
  const [gone, setGone] = useState<ToastProps["toast"]>();
  const [held, setHeld] = useState(false);
  if (key !== told.key || (toast && toast !== told.toast)) setTold({ toast, key });
  const shown = told.toast !== gone ? told.toast : undefined;
  const stays = Boolean(shown?.others ?? shown?.links);

  useEffect(() => {
    if (!shown || held || stays) return;
    const timer = setTimeout(() => setGone(shown), toastLasts);
    return () => clearTimeout(timer);
  }, [shown, held, stays]);

  return (
    <div className="toasts no-print grid gap-2" role="status">
      {children}
      {shown && (
        <div
          className={classes("toast", shown.tone === "error" && "toast-error")}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <Icon name={shown.tone === "error" ? "circle-alert" : "circle-check"} />
          <span className="me-4 wrap-anywhere">
            {shown.text}
            {shown.links?.map(({ href, title }, place) => (
              <Fragment key={href}>
                {place === 0 ? " " : ", "}
                <a href={href} className="underline">
                  <bdi>{title}</bdi>
                </a>
              </Fragment>
            ))}
          </span>
          {shown.others && (
            <Undo batch={shown.others.batch} title={`Undo the other ${formatNumber(shown.others.count)}`} passesOver />
          )}
          {shown.undo && <Undo batch={shown.undo} title={shown.redo ? "Redo" : "Undo"} />}
          <button
            type="button"
            className={classes("btn btn-sm btn-icon toast-close", !(shown.undo ?? shown.others) && "ms-auto")}
            aria-label="Dismiss"
            onClick={() => setGone(shown)}
          >
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  );
}

function Undo({ batch, title, passesOver = false }: { batch: string; title: string; passesOver?: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/undo" className="first-of-type:ms-auto">
      <input type="hidden" name="batch" value={batch} />
      <input type="hidden" name="back" value={pathname + search} />
      {passesOver && <input type="hidden" name="others" value="1" />}
      <button className="btn btn-sm whitespace-nowrap">{title}</button>
    </Form>
  );
}
