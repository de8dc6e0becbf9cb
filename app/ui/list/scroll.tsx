import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "~/ui/classes";

/**
 * Smallest thumb in pixels, and how far a press on the track goes. Its other two constants are the
 * library's own.
 */
const options = { scrollbarMinSize: 25, clickOnTrackSpeed: 40 };

interface ScrollProps {
  /** Says how tall it may be. */
  className?: string;
  children: ReactNode;
}

/**
 * A part that scrolls by itself. It is drawn with the library's elements and scrolls natively; the custom scrollbar
 * comes with the pointer or the focus, which alone make it show, and takes over these same elements, so that nothing
 * inside is made anew. Where there is only a finger, the device's own stays: a hold that changed under it would let go.
 */
export function Scroll({ className, children }: ScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    let bar: { unMount(): void } | undefined;
    let left = false;
    async function takeOver() {
      const { default: SimpleBar } = await import("simplebar-core");
      if (!element || left || bar) return;
      const scrolled = element.scrollTop;
      element.dataset.simplebar = "init";
      const taken = new SimpleBar(element, options);
      taken.getScrollElement()?.scrollTo({ top: scrolled });
      bar = taken;
    }
    const take = () => void takeOver();
    // Not `pointerenter`: the pointer may be there before the page is alive.
    const signs = matchMedia("(hover: hover)").matches ? ["pointermove", "wheel", "focusin"] : [];
    for (const sign of signs) element?.addEventListener(sign, take, { once: true, passive: true });
    return () => {
      left = true;
      for (const sign of signs) element?.removeEventListener(sign, take);
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
