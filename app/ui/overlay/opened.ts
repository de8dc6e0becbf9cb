import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether a popover has ever been open, so that its content need not be rendered earlier. */
export function useOpened(panel: RefObject<HTMLElement | null>, first = false): boolean {
  const [isOpened, setOpened] = useState(first);
  useEffect(() => {
    const shown = panel.current;
    const open = () => flushSync(() => setOpened(true));
    if (!isOpened) shown?.addEventListener("beforetoggle", open);
    return () => shown?.removeEventListener("beforetoggle", open);
  }, [isOpened, panel]);
  return isOpened;
}
