import { useContext } from "react";
import { ListDisplay } from "./display";

/** The keyboard shortcuts of `list-keys.ts` that work here. CSS hides them on devices without a keyboard. */
export function KeyHints(can: { select: boolean; edit: boolean; create: boolean }) {
  if (useContext(ListDisplay).shortcuts === "off") return null;
  const hint = (keys: string, act: string) => (
    <span>
      {keys.split(" ").map((key) => (
        <kbd key={key} className="kbd">
          {key}
        </kbd>
      ))}{" "}
      {act}
    </span>
  );
  return (
    <p className="key-hints no-print">
      {hint("j k", "move")}
      {hint("↵", "open")}
      {can.select && hint("x", "select")}
      {can.edit && hint("e", "edit")}
      {can.create && hint("c", "create")}
      {hint("?", "all keys")}
    </p>
  );
}
