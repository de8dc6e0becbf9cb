import { type ComponentType, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { Head } from "./head";

let currentPanel = newPanel();

/** Returns a lazy component. React caches a failed import, so a failure replaces it for the next opening. */
function newPanel() {
  return lazy<ComponentType<{ q: string }>>(() =>
    import("~/features/emoji/emoji-panel").catch(() => {
      currentPanel = newPanel();
      return { default: Unreached };
    }),
  );
}

/** Shown if the emoji script cannot be loaded. */
function Unreached() {
  return (
    <p role="alert" className="p-4">
      The emoji could not be loaded. There is{" "}
      <a className="link" href="/emoji">
        a page of them
      </a>{" "}
      too.
    </p>
  );
}

interface EmojiModeProps {
  typed: string;
  onType: (typed: string) => void;
  onBack: () => void;
}

const stop = '[data-emoji][tabindex="0"]';

/**
 * Searches emoji and copies one: Enter takes the first, arrow keys move to the others, and letters return to the
 * search.
 */
export function EmojiMode({ typed, onType, onBack }: EmojiModeProps) {
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [EmojiPanel] = useState(() => currentPanel);
  useEffect(() => input.current?.focus(), []);
  function fromSearch(event: KeyboardEvent) {
    const first = panel.current?.querySelector<HTMLElement>(stop);
    if (event.nativeEvent.isComposing || !first) return;
    if (event.key === "ArrowDown") first.focus();
    else if (event.key === "Enter") first.click();
    else return;
    event.preventDefault();
  }
  function fromGrid({ key, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
    const isLetter = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
    if (isLetter || (key === "ArrowUp" && !defaultPrevented)) input.current?.focus();
  }
  return (
    <>
      <Head icon="smile" mode="Emoji" leave="Leave the emoji" onBack={onBack}>
        <input
          ref={input}
          type="text"
          className="palette-input"
          placeholder="Type a name, such as rocket"
          aria-label="Search emoji"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={fromSearch}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </Head>
      <div ref={panel} className="palette-list" onKeyDown={fromGrid} role="presentation">
        <Suspense fallback={<p className="p-4 text-muted">Loading the emoji…</p>}>
          <EmojiPanel q={typed} />
        </Suspense>
      </div>
    </>
  );
}
