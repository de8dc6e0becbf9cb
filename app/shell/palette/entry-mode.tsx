import { Combobox, ComboboxInput, ComboboxOptions } from "@headlessui/react";
import { Fragment } from "react";
import { Group } from "./group";
import { Head } from "./head";
import { type EntryMode as Mode, type DisplayedEntry, useEntries } from "./use-entries";

const modes = {
  commands: {
    icon: "search",
    label: "Type a command or search",
    placeholder: "Type a command or search...",
    leave: "Close",
    act: "open",
  },
  calculator: {
    icon: "calculator",
    mode: "Calculator",
    label: "Calculator",
    placeholder: "Type a sum, such as (199-20%)*3",
    leave: "Leave the calculator",
    act: "copy",
  },
} as const;

interface EntryModeProps {
  mode: Mode;
  typed: string;
  onType: (typed: string) => void;
  /** Called when the field receives the focus. */
  onReady: () => void;
  onChoose: (entry: DisplayedEntry) => void;
  onBack: () => void;
  /** The text last copied. */
  copied?: string;
  /** The text that the browser refused to copy. */
  refused?: string;
  userId: number;
  shortcuts: boolean;
}

/** An input with its matching entries. */
export function EntryMode({
  mode,
  typed,
  onType,
  onReady,
  onChoose,
  onBack,
  copied,
  refused,
  userId,
  shortcuts,
}: EntryModeProps) {
  const { groups, note, said } = useEntries(typed, mode, userId);
  const isOffered = (text?: string) =>
    text !== undefined && groups.some(({ entries }) => entries.some(({ copy }) => copy === text));
  const { label, placeholder, act, ...head } = modes[mode];
  return (
    <>
      {/* Headless UI closes its list on every choice. The key reopens it after a copy and on a mode change. */}
      <Combobox
        key={`${mode} ${copied}`}
        immediate
        value={null}
        onChange={(entry: DisplayedEntry | null) => entry && onChoose(entry)}
      >
        <Head {...head} onBack={onBack}>
          <ComboboxInput
            ref={takeFocus}
            className="palette-input"
            placeholder={placeholder}
            aria-label={label}
            value={typed}
            displayValue={() => typed}
            onChange={(event) => onType(event.target.value)}
            onFocus={onReady}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
          />
        </Head>
        <ComboboxOptions static hold modal={false} className="palette-list" aria-label="Results">
          {/* The key recreates the entries for each text: if they only moved, Headless UI would still choose
              the former first one. */}
          <Fragment key={typed}>
            {groups.map((group) => (
              <Group key={group.title} {...group} shortcuts={shortcuts} copied={copied} />
            ))}
          </Fragment>
        </ComboboxOptions>
      </Combobox>
      {isOffered(refused) && (
        <p className="palette-note" role="alert">
          The browser did not allow {refused} to be copied.
        </p>
      )}
      {note && <p className="palette-note">{note}</p>}
      <p className="sr-only" role="status">
        {isOffered(copied) && !isOffered(refused) ? `Copied ${copied}.` : said}
      </p>
      <Foot act={act} />
    </>
  );
}

/** Focuses the input, also after the list was recreated. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

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
