import { type RefObject, useEffect } from "react";

/** The height of the line that stays in sight of a form that is not raised, in pixels. */
const lineHeight = 42;

/**
 * Raises the section around a form while somebody is in it, and tells its styles how much of the form is beneath the
 * first line of its text. It follows a press once that is over: what is pressed must not move under the pointer.
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
