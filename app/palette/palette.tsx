import { Combobox, ComboboxInput, ComboboxOptions, Dialog, DialogPanel } from "@headlessui/react";
import { Fragment, type KeyboardEvent, useState } from "react";
import { Icon } from "~/ui/icon";
import { firstGroups, type Entry } from "./entries";
import { Group } from "./group";
import { type Mode, useEntries } from "./use-entries";
import { isCommand, onMac } from "./shortcuts";
import type { PartProps } from "./search-box";
import { useChoice } from "./use-choice";

const placeholders: Record<Mode, string> = { commands: "Type a command or search...", calculator: "Type a sum, such as (199-20%)*3" };

/** Everything that can be gone to, done and found, by typing. */
export default function Palette({ userId, box, shortcuts, onClose, onSheet }: PartProps) {
  const [typed, setTyped] = useState("");
  const [mode, setMode] = useState<Mode>("commands");
  const { choose, copied } = useChoice({ userId, onClose, onSheet, enter });
  const { groups, note, said } = useEntries(typed, mode, userId);
  const isCalculator = mode === "calculator";

  function enter(next: Mode) {
    setMode(next);
    setTyped("");
  }
  /** What was typed into the header's box while this was on its way. */
  function takeOver() {
    const waiting = box.current?.value;
    if (!waiting || !box.current) return;
    box.current.value = "";
    setTyped(waiting);
  }
  function back() {
    if (isCalculator) enter("commands");
    else onClose();
  }
  function keys(event: KeyboardEvent) {
    const isBack = event.key === "Escape" || (event.key === "Backspace" && isCalculator && typed === "");
    const entry = shortcuts && isCommand(event, onMac()) ? withLetter(event.key) : undefined;
    if (!isBack && !entry) return;
    event.preventDefault();
    event.stopPropagation();
    if (entry) choose(entry);
    else back();
  }

  return (
    <Dialog open onClose={back} aria-label="Command palette" className="no-print">
      <div className="scrim" aria-hidden onClick={onClose} />
      <DialogPanel className="dialog palette" onKeyDownCapture={keys}>
        {/* Whatever was chosen closes Headless UI's list, which stays here after a copy and when the mode changes. */}
        <Combobox key={`${mode} ${copied}`} immediate value={null} onChange={(entry: Entry | null) => entry && choose(entry)}>
          <div className="flex items-center gap-3 border-b border-border px-4" onKeyDownCapture={leaveTabAlone}>
            <Icon name={isCalculator ? "calculator" : "search"} className="text-subtle" />
            {isCalculator && <span className="badge badge-primary">Calculator</span>}
            <ComboboxInput
              ref={takeFocus}
              className="palette-input"
              placeholder={placeholders[mode]}
              aria-label={isCalculator ? "Calculator" : "Type a command or search"}
              value={typed}
              displayValue={() => typed}
              onChange={(event) => setTyped(event.target.value)}
              onFocus={takeOver}
              maxLength={200}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
            />
            <button type="button" className="reach rounded-sm" aria-label={isCalculator ? "Leave the calculator" : "Close"} onClick={back}>
              <kbd className="kbd">Esc</kbd>
            </button>
          </div>
          <ComboboxOptions static hold modal={false} className="palette-list" aria-label="Results">
            {/* Made anew for each text: of entries that only change places Headless UI would go on to choose the former first one. */}
            <Fragment key={typed}>
              {groups.map((group) => (
                <Group key={group.title} {...group} shortcuts={shortcuts} copied={copied} />
              ))}
            </Fragment>
          </ComboboxOptions>
        </Combobox>
        {note && <p className="border-t border-border px-4 py-3 text-sm text-muted first-letter:uppercase">{note}</p>}
        <p className="sr-only" role="status">
          {copied ? `Copied ${copied}.` : said}
        </p>
        <Foot act={isCalculator ? "copy" : "open"} />
      </DialogPanel>
    </Dialog>
  );
}

const lettered = firstGroups.flatMap(({ entries }) => entries.filter(({ letter }) => letter));
const withLetter = (key: string) => lettered.find(({ letter }) => letter === key.toUpperCase());

/** Also when the list is made anew. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** Headless UI would choose the entry that Tab leaves; here Tab only leads on. */
function leaveTabAlone(event: KeyboardEvent) {
  if (event.key === "Tab") event.stopPropagation();
}

function Foot({ act }: { act: string }) {
  return (
    <p className="palette-foot" aria-hidden>
      <span className="flex items-center gap-1.5">
        <kbd className="kbd">↑</kbd>
        <kbd className="kbd">↓</kbd> move
      </span>
      <span className="flex items-center gap-1.5">
        <kbd className="kbd">↵</kbd> {act}
      </span>
    </p>
  );
}
