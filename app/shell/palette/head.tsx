import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";

interface HeadProps {
  icon: IconName;
  /** What typing is for, when it is not for everything. */
  mode?: string;
  /** What the button at the end does. */
  leave: string;
  onBack: () => void;
  /** The field. */
  children: ReactNode;
}

/** What one types into, at the top of the palette, and the way back. */
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

/** Headless UI would choose the entry that Tab leaves; here Tab only leads on. */
function leaveTabAlone(event: KeyboardEvent) {
  if (event.key === "Tab") event.stopPropagation();
}
