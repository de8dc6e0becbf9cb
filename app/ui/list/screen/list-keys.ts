import { useNavigate, useNavigationType } from "@remix-run/react";
import { type RefObject, useContext, useEffect, useRef } from "react";
import { shownPage } from "~/ui/shown-page";
import { isPlainKey, letterOf } from "~/ui/typing";
import { ListDisplay } from "./display";

/**
 * Adds a list's keyboard shortcuts: `j` and `k` move between rows, `x` selects one, `e` edits it, `c` creates a
 * record, and Escape clears the selection. Enter opens the row, since the focus is on its link.
 */
export function useRowKeys<Row>(
  table: RefObject<HTMLTableElement | null>,
  shown: Row[],
  create: string | undefined,
  edit?: (row: Row) => string,
) {
  const { shortcuts } = useContext(ListDisplay);
  const navigate = useNavigate();
  const now = useRef({ shown, create, edit });
  now.current = { shown, create, edit };
  useEffect(() => {
    function onKey(press: KeyboardEvent) {
      if (!isPlainKey(press) || document.querySelector("dialog:modal, :popover-open:not(.toast)")) return;
      const { shown, create, edit } = now.current;
      const key = letterOf(press);
      const rows = rowsOf(table);
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const row = shown[at];
      const to = key === "c" ? create : key === "e" && row !== undefined ? edit?.(row) : undefined;
      if (key === "j" || key === "k") linkOf(rows[at + (key === "j" ? 1 : at < 0 ? 1 : -1)])?.focus();
      else if (press.repeat) return;
      else if (to) navigate(to);
      else if (key === "escape" && table.current?.querySelector(".check:checked")) clearOf(table.current)?.click();
      else if (key === "x") rows[at]?.querySelector<HTMLElement>(".check")?.click();
      else return;
      press.preventDefault();
    }
    if (shortcuts !== "off") document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [table, navigate, shortcuts]);
}

/** Focuses the row whose page the user was on, after back or forward navigation. */
export function useFocusLastRow<Row>(
  table: RefObject<HTMLTableElement | null>,
  shown: Row[],
  edit?: (row: Row) => string,
) {
  const comesBack = useNavigationType() === "POP";
  useEffect(() => {
    const links = rowsOf(table).map(linkOf);
    const at = shown.findIndex((row, at) => [hrefOf(links[at]), edit?.(row)].includes(shownPage.href));
    if (comesBack) links[at]?.focus({ preventScroll: true });
  }, []);
}

/**
 * Opens a row when it is clicked beside its controls, with the same modifier keys as its link. Keeps Enter in a
 * checkbox from submitting the form.
 */
export function useRowPress(table: RefObject<HTMLTableElement | null>) {
  useEffect(() => {
    const body = table.current?.tBodies[0];
    function open(press: MouseEvent) {
      if (press.button === 2 || !(press.target instanceof Element) || getSelection()?.type === "Range") return;
      if (press.target.closest(".c-check, .c-menu, a, button, input, label, summary, [popover]")) return;
      // A middle click opens a new tab, which scripts can only request by a modifier key.
      const keys = press.button === 1 ? { ctrlKey: true, metaKey: true } : keysOf(press);
      linkOf(press.target.closest("tr"))?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, ...keys }),
      );
    }
    const whole = table.current;
    const stay = (press: KeyboardEvent) =>
      press.key === "Enter" && press.target instanceof HTMLInputElement && press.preventDefault();
    whole?.addEventListener("keydown", stay);
    body?.addEventListener("click", open);
    body?.addEventListener("auxclick", open);
    return () => {
      whole?.removeEventListener("keydown", stay);
      body?.removeEventListener("click", open);
      body?.removeEventListener("auxclick", open);
    };
  }, [table]);
}

const keysOf = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => ({ ctrlKey, metaKey, shiftKey, altKey });

/** Returns the button or link that clears the selection. */
const clearOf = (table: Element) => table.closest("form")?.querySelector<HTMLElement>(".bulk > :last-child");

const rowsOf = (table: RefObject<HTMLTableElement | null>) =>
  [...(table.current?.tBodies[0]?.rows ?? [])].filter(({ className }) => !className);

/** Returns the main link of a row. */
const linkOf = (row: Element | null | undefined) => row?.querySelector<HTMLAnchorElement>("a.primary-cell");
const hrefOf = (link?: HTMLAnchorElement | null) => link && link.pathname + link.search;
