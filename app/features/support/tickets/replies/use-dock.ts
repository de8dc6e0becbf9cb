import { type RefObject, useEffect } from "react";

/** The height of the line that stays in sight of a form that is not raised, in pixels. */
const lineHeight = 42;

/**
 * Expands the section around a form while it has the focus, and gives its styles the height below the first line of
 * text. It reacts after a press ends, so that the pressed element does not move.
 */
export function useDock(form: RefObject<HTMLFormElement>) {
  useEffect(() => {
    const dock = form.current?.parentElement;
    const box = form.current?.querySelector("textarea");
    if (!form.current || !dock || !box) return;
    const follow = ({ type, target }: Event) => {
      if (target instanceof Element && (type === "click" || target.matches(":focus-visible")))
        dock.toggleAttribute("data-raised", dock.contains(target));
    };
    const measure = () => {
      const beneath = dock.getBoundingClientRect().bottom - box.getBoundingClientRect().top - lineHeight;
      dock.style.setProperty("--beneath-first-line", `${beneath}px`);
    };
    const sizes = window.ResizeObserver && new ResizeObserver(measure);
    sizes?.observe(form.current);
    document.addEventListener("focusin", follow);
    document.addEventListener("click", follow);
    return () => {
      sizes?.disconnect();
      document.removeEventListener("focusin", follow);
      document.removeEventListener("click", follow);
    };
  }, [form]);
}
