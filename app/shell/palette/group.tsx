import { ComboboxOption } from "@headlessui/react";
import { useId } from "react";
import { Icon } from "~/ui/icons/icon";
import { useKeyName } from "./shortcuts";
import type { DisplayedEntry } from "./use-entries";

interface GroupProps {
  title: string;
  entries: DisplayedEntry[];
  /** Whether to show the entries' keyboard shortcuts. */
  shortcuts: boolean;
  /** The text last copied. */
  copied?: string;
}

/** A group of palette entries below its title. */
export function Group({ title, entries, shortcuts, copied }: GroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="palette-group">
      <p id={id} role="presentation" className="px-2 pt-2 pb-1 text-xs font-medium text-subtle">
        {title}
      </p>
      {entries.map((entry) => (
        <ComboboxOption
          key={`${entry.former} ${entry.id}`}
          value={entry}
          disabled={entry.former}
          className={({ focus }) => `item min-h-9 cursor-pointer pointer-coarse:min-h-11 ${focus ? "on" : ""}`}
        >
          <Icon name={entry.icon} />
          {entry.marked ? <Marked texts={entry.marked} /> : <Plain {...entry} />}
          {entry.copy !== undefined && entry.copy === copied && (
            <span className="ms-auto text-sm text-success-text">Copied</span>
          )}
          {shortcuts && entry.letter && <Key letter={entry.letter} />}
        </ComboboxOption>
      ))}
    </div>
  );
}

function Plain({ title, detail }: DisplayedEntry) {
  return (
    <>
      <bdi className="min-w-0 truncate">{title}</bdi>
      {detail && <bdi className="min-w-0 truncate text-sm text-muted">{detail}</bdi>}
    </>
  );
}

/** Renders HTML from the server, which has escaped everything but its own marks. */
function Marked({ texts: [title, detail] }: { texts: [title: string, detail: string] }) {
  return (
    <>
      <bdi className="min-w-0 flex-none truncate max-w-[70%]" dangerouslySetInnerHTML={{ __html: title }} />
      <bdi className="min-w-0 truncate text-sm text-muted" dangerouslySetInnerHTML={{ __html: detail }} />
    </>
  );
}

function Key({ letter }: { letter: string }) {
  return (
    <kbd className="kbd ms-auto" aria-hidden>
      {useKeyName(letter)}
    </kbd>
  );
}
