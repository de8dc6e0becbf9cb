import { useLocation, useNavigationType } from "@remix-run/react";
import { type MouseEvent, type RefObject, useContext, useEffect, useRef, useState } from "react";
import { PersonContext } from "~/core/access/may";
import type { ListView } from "~/core/list/list";
import { saveStored, readStored } from "~/core/values/browser-storage";
import { shownPage } from "~/ui/shown-page";

type List = RefObject<HTMLFormElement | null>;

export const boxesIn = (list: List) => [...(list.current?.querySelectorAll<HTMLInputElement>("input[name=ids]") ?? [])];

/** Returns the ids of the selected rows. */
const tickedIn = (list: List) => boxesIn(list).flatMap(({ checked, value }) => (checked ? [value] : []));

/**
 * Returns the selected ids, and a function to call when they have changed. The selection is restored on back, forward
 * and reload, by a link back and after a login, but not by other navigation, where it would be acted on unnoticed.
 */
export function useTicked(list: List, { path, search, selectAll }: ListView) {
  const { key, state } = useLocation();
  const isPop = useNavigationType() === "POP";
  const userId = useContext(PersonContext) ?? 0;
  const [ticked, setTicked] = useState<string[]>([]);
  const shown = useRef<string>();
  const name = `ticked:${path}?${search}`;

  function look(ids = tickedIn(list)) {
    setTicked(ids);
    if (!selectAll) saveStored(userId, name, ids.length > 0 ? ids : undefined, "sessionStorage"); // the address contains "select all"
  }

  useEffect(() => {
    if (shown.current !== key && !selectAll) {
      const kept = returnsToList(isPop, state) ? readStored(userId, name, "sessionStorage") : undefined;
      const ids: unknown[] = Array.isArray(kept) ? kept : [];
      // Keeps what was selected before scripts ran.
      for (const box of boxesIn(list)) box.checked = ids.includes(box.value) || (!shown.current && box.checked);
    }
    shown.current = key;
    look();
  }, [key, selectAll]);

  return { ticked, look };
}

/** Whether the navigation returns to the list. For a new document only the browser knows; Remix reports each as POP. */
function returnsToList(isPop: boolean, state: unknown) {
  const loads = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!shownPage.href) return loads.every(({ type }) => type !== "navigate");
  return isPop || state === "back" || /^\/login\b/.test(shownPage.href);
}

/** Lets Shift-click set all checkboxes from the last clicked one to this one. */
export function useTickRange(list: List) {
  const before = useRef<EventTarget | null>(null);
  return {
    onMouseDown(press: MouseEvent) {
      if (press.shiftKey && boxesIn(list).some((box) => box === press.target)) press.preventDefault(); // prevents text selection
    },
    onClick({ target, shiftKey }: MouseEvent) {
      const boxes = boxesIn(list);
      const pressed = boxes.find((box) => box === target);
      if (!pressed) return;
      const ends = [boxes.indexOf(pressed), boxes.findIndex((box) => box === before.current)];
      if (shiftKey && Math.min(...ends) >= 0)
        for (const box of boxes.slice(Math.min(...ends), Math.max(...ends) + 1)) box.checked = pressed.checked;
      before.current = pressed;
    },
  };
}
