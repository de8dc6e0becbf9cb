import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes";

/** Smallest thumb in pixels, and how far a press on the track goes: SPEC section 9. Its other two constants are the library's own. */
const options = { scrollbarMinSize: 25, clickOnTrackSpeed: 40 };

interface ScrollProps {
  /** Says how tall it may be. */
  className?: string;
  children: ReactNode;
}

/**
 * A part that scrolls by itself. It is drawn with the library's elements and scrolls natively; the custom scrollbar comes
 * when the browser is idle and takes over these same elements, so that nothing inside is made anew.
 */
export function Scroll({ className, children }: ScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    let bar: { unMount(): void } | undefined;
    let left = false;
    async function takeOver() {
      const { default: SimpleBar } = await import("simplebar-core");
      if (!element || left) return;
      const scrolled = element.scrollTop;
      element.dataset.simplebar = "init";
      const taken = new SimpleBar(element, options);
      taken.getScrollElement()?.scrollTo({ top: scrolled });
      bar = taken;
    }
    const stop = whenIdle(() => void takeOver());
    return () => {
      left = true;
      stop();
      bar?.unMount();
      delete element?.dataset.simplebar;
    };
  }, []);

  return (
    <div ref={box} className={classes("scroll", className)}>
      <div className="simplebar-wrapper">
        <div className="simplebar-height-auto-observer-wrapper">
          <div className="simplebar-height-auto-observer" />
        </div>
        <div className="simplebar-mask">
          <div className="simplebar-offset">
            <div className="simplebar-content-wrapper">
              <div className="simplebar-content">{children}</div>
            </div>
          </div>
        </div>
        <div className="simplebar-placeholder" />
      </div>
      <div className="simplebar-track simplebar-horizontal">
        <div className="simplebar-scrollbar" />
      </div>
      <div className="simplebar-track simplebar-vertical">
        <div className="simplebar-scrollbar" />
      </div>
    </div>
  );
}

function whenIdle(work: () => void) {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(idle);
}
