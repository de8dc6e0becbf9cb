import { useContext } from "react";
import { ListDisplay } from "./display";

/** The keys of `list-keys.ts` that do something here, and what that is. Where there are no keys, CSS hides it. */
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
