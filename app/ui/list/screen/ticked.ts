import { useLocation, useNavigationType } from "@remix-run/react";
import { type MouseEvent, type RefObject, useContext, useEffect, useRef, useState } from "react";
import { PersonContext } from "~/core/access/may";
import type { ListView } from "~/core/list/list";
import { saveStored, readStored } from "~/core/values/browser-storage";
import { shownPage } from "~/ui/shown-page";

type List = RefObject<HTMLFormElement | null>;

export const boxesIn = (list: List) => [...(list.current?.querySelectorAll<HTMLInputElement>("input[name=ids]") ?? [])];

/** The ids of the rows that are ticked. */
export const tickedIn = (list: List) => boxesIn(list).flatMap(({ checked, value }) => (checked ? [value] : []));

/**
 * The ids of the rows that are ticked, and what is to be called when that has changed. Who comes back to a list, by the
 * browser's own ways, by a link back, or from logging in, finds ticked what they ticked and is still there. What an act
 * or another link leads to begins with nothing ticked: there nobody would look for it, and it would be acted on.
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
    if (!selectAll) saveStored(userId, name, ids.length > 0 ? ids : undefined, "sessionStorage"); // else its address says it
  }

  useEffect(() => {
    if (shown.current !== key && !selectAll) {
      const kept = comesBack(isPop, state) ? readStored(userId, name, "sessionStorage") : undefined;
      const ids: unknown[] = Array.isArray(kept) ? kept : [];
      // What was ticked before the scripts came stays so.
      for (const box of boxesIn(list)) box.checked = ids.includes(box.value) || (!shown.current && box.checked);
    }
    shown.current = key;
    look();
  }, [key, selectAll]);

  return { ticked, look };
}

/** Of a new document only the browser knows: to Remix each is one that was there before. */
function comesBack(isPop: boolean, state: unknown) {
  const loads = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!shownPage.href) return loads.every(({ type }) => type !== "navigate");
  return isPop || state === "back" || /^\/login\b/.test(shownPage.href);
}

/** A box that is pressed with Shift makes all of them as it is, from the one that was pressed before. */
export function useTickRange(list: List) {
  const before = useRef<EventTarget | null>(null);
  return {
    onMouseDown(press: MouseEvent) {
      if (press.shiftKey && boxesIn(list).some((box) => box === press.target)) press.preventDefault(); // marks no words
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
