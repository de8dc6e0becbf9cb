import { type ComponentType, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { Head } from "./head";

let panelNow = newPanel();

/** React keeps whatever a lazy component came to: after a failure the next opening has a new one to try with. */
function newPanel() {
  return lazy<ComponentType<{ q: string }>>(() =>
    import("~/features/emoji/emoji-panel").catch(() => {
      panelNow = newPanel();
      return { default: Unreached };
    }),
  );
}

/** Where its script cannot be had, the rest of the page goes on. */
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

/** Finds emoji and copies one: Enter the first, the arrows lead to the others, letters lead back to the search. */
export function EmojiMode({ typed, onType, onBack }: EmojiModeProps) {
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [EmojiPanel] = useState(() => panelNow);
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
