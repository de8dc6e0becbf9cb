import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";

interface HeadProps {
  icon: IconName;
  /** Label of the mode, if it is not the general search. */
  mode?: string;
  /** Accessible label of the button at the end. */
  leave: string;
  onBack: () => void;
  /** The input. */
  children: ReactNode;
}

/** The top of the palette: its input and the button that leaves it. */
export function Head({ icon, mode, leave, onBack, children }: HeadProps) {
  return (
    <div className="flex items-center gap-3 border-b border-border px-4" onKeyDownCapture={leaveTabAlone}>
      <Icon name={icon} className="text-subtle" />
      {mode && <span className="badge badge-primary">{mode}</span>}
      {children}
      <button type="button" className="reach rounded-sm" aria-label={leave} onClick={onBack}>
        <kbd className="kbd pointer-coarse:hidden">Esc</kbd>
        <Icon name="x" className="hidden pointer-coarse:block" />
      </button>
    </div>
  );
}

/** Stops Tab from choosing the current entry, as Headless UI would; here it only moves the focus. */
function leaveTabAlone(event: KeyboardEvent) {
  if (event.key === "Tab") event.stopPropagation();
}
