import { useEffect } from "react";
import { Dialog, DialogClose } from "~/ui/overlay/dialog";
import type { PartProps } from "./search-box";
import { ShortcutList } from "./shortcut-list";
import { shortcutsCard } from "./shortcuts";

const id = "shortcuts";

/** Shows all keyboard shortcuts in a dialog. */
export default function ShortcutSheet({ shortcuts, onClose }: PartProps) {
  useEffect(() => {
    const shown = document.getElementById(id);
    shown?.showPopover();
    shown?.querySelector("button")?.focus({ preventScroll: true });
    function closed(event: Event) {
      if ((event as ToggleEvent).newState === "closed") onClose();
    }
    shown?.addEventListener("toggle", closed);
    return () => shown?.removeEventListener("toggle", closed);
    // Opens once; the parent's `onClose` may change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <Dialog
      id={id}
      title="Keyboard shortcuts"
      className="no-print"
      actions={<DialogClose dialog={id}>Close</DialogClose>}
    >
      <div className="mt-3 grid gap-5">
        {!shortcuts && (
          <p>
            They are off, but for those that move and choose in the palette. Turn them on in the <SettingsLink />.
          </p>
        )}
        <ShortcutList />
        {shortcuts && (
          <p className="text-sm">
            They can be turned off in the <SettingsLink />.
          </p>
        )}
      </div>
    </Dialog>
  );
}

function SettingsLink() {
  return (
    <a className="link" href={`/settings#${shortcutsCard}`}>
      settings
    </a>
  );
}
