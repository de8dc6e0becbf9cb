import { type MouseEvent, type RefObject, useRef } from "react";

type List = RefObject<HTMLFormElement | null>;

export const boxesIn = (list: List) => [...(list.current?.querySelectorAll<HTMLInputElement>("input[name=ids]") ?? [])];

/** The ids of the rows that are ticked. */
export const tickedIn = (list: List) => boxesIn(list).flatMap(({ checked, value }) => (checked ? [value] : []));

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
