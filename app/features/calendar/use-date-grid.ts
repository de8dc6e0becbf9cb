import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type CalendarView, dayByKey, viewHref } from "./month";
import { useNavigation } from "~/ui/navigation";

/**
 * Keyboard navigation by the ARIA date grid pattern; a key that leaves the days shown opens the adjacent month or week.
 * `active` is the day in the tab order; undefined until scripts run.
 */
export function useDateGrid(days: string[], start: string, view: CalendarView) {
  const grid = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<string>();
  // The day to focus once its month has loaded. Keys pressed before that move on from it.
  const coming = useRef<string>();
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const [first, last] = [days[0] ?? start, days.at(-1) ?? start];
  const isShown = (day: string) => day >= first && day <= last;

  useEffect(() => setActive(start), [first, start]);
  useEffect(() => {
    if (!isIdle) return;
    const link = coming.current && linkOf(grid.current, coming.current);
    if (link) {
      setActive(coming.current);
      link.focus();
    }
    coming.current = undefined;
  }, [isIdle, first, start]);

  useEffect(() => {
    const table = grid.current;
    function move(event: KeyboardEvent) {
      const focused = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
      if (!focused || event.altKey || event.ctrlKey || event.metaKey) return;
      const rtl = getComputedStyle(event.currentTarget as Element).direction === "rtl";
      const next = dayByKey(coming.current ?? focused, event.key, { rtl, shift: event.shiftKey });
      if (!next) return;
      event.preventDefault();
      const isMonth = event.key.startsWith("Page");
      if (isShown(next) && !isMonth && !coming.current) return linkOf(table, next)?.focus();
      coming.current = next;
      navigate(viewHref(next, view), { preventScrollReset: true });
    }
    function follow({ target }: FocusEvent) {
      const day =
        target instanceof Element
          ? target.closest("td")?.querySelector<HTMLElement>("[data-day]")?.dataset.day
          : undefined;
      if (day) setActive(day);
      coming.current = undefined; // do not take the focus back from elsewhere
    }
    table?.addEventListener("keydown", move);
    table?.addEventListener("focusin", follow);
    return () => {
      table?.removeEventListener("keydown", move);
      table?.removeEventListener("focusin", follow);
    };
  });

  return { grid, active };
}

const linkOf = (table: HTMLElement | null, day: string) => table?.querySelector<HTMLElement>(`[data-day="${day}"]`);
