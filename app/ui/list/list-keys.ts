import { useNavigate } from "@remix-run/react";
import { type RefObject, useContext, useEffect } from "react";
import type { ListScreenView } from "~/core/list/list";
import { isTyping } from "~/ui/typing";
import { ListDisplay } from "./display";

/**
 * The keys of a list: `j` and `k` go from row to row, `x` ticks one, `e` edits it, `c` makes a new one. Enter opens the
 * row that has the focus, since that is on its link.
 */
export function useRowKeys<Row>(
  table: RefObject<HTMLTableElement | null>,
  shown: Row[],
  { create }: Pick<Partial<ListScreenView>, "create">,
  edit?: (row: Row) => string,
) {
  const { shortcuts } = useContext(ListDisplay);
  const navigate = useNavigate();
  useEffect(() => {
    function onKey(press: KeyboardEvent) {
      const { key, target } = press;
      if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey || isTyping(target)) return;
      if (document.querySelector("dialog:modal, :popover-open:not(.toast)")) return;
      const rows = [...(table.current?.tBodies[0]?.rows ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const row = shown[at];
      const to = key === "c" ? create?.href : key === "e" && row !== undefined ? edit?.(row) : undefined;
      if (to) navigate(to);
      else if (key === "j" || key === "k") linkOf(rows[at + (key === "j" ? 1 : at < 0 ? 1 : -1)])?.focus();
      else if (key === "x") rows[at]?.querySelector<HTMLElement>(".check")?.click();
      else return;
      press.preventDefault();
    }
    if (shortcuts !== "off") document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [table, shown, create, edit, navigate, shortcuts]);
}

/** A press beside what else a row holds opens it, as its link does while the same keys are held. */
export function useRowPress(table: RefObject<HTMLTableElement | null>) {
  useEffect(() => {
    const body = table.current?.tBodies[0];
    function open(press: MouseEvent) {
      if (!(press.target instanceof Element) || getSelection()?.type === "Range") return;
      if (press.target.closest(".c-check, .c-menu, a, button, input, label, summary, [popover]")) return;
      linkOf(press.target.closest("tr"))?.dispatchEvent(new MouseEvent("click", press));
    }
    body?.addEventListener("click", open);
    return () => body?.removeEventListener("click", open);
  }, [table]);
}

/** What a row leads to. */
const linkOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>("a.primary-cell");
