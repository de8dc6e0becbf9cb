import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "~/ui/classes";

/**
 * Minimum thumb size in pixels, and scroll speed of a click on the track. The library's other two constants keep their
 * defaults.
 */
const options = { scrollbarMinSize: 25, clickOnTrackSpeed: 40 };

interface ScrollProps {
  /** Classes that limit its height. */
  className?: string;
  children: ReactNode;
}

/**
 * An area that scrolls natively inside the library's markup; on hover or focus, if it overflows, the library attaches
 * its scrollbar to these same elements, so nothing inside remounts. Touch devices keep their own scrollbar, since a
 * change would interrupt a hold.
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
    const take = () => element && element.scrollHeight > element.clientHeight && void takeOver();
    // Not `pointerenter`: the pointer may be inside before hydration.
    const signs = matchMedia("(hover: hover)").matches ? ["pointermove", "wheel", "focusin"] : [];
    for (const sign of signs) element?.addEventListener(sign, take, { passive: true });
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
