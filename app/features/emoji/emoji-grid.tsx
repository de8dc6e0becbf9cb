import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Emoji, emojiTitle } from "./emoji";
import { usePictures } from "./use-pictures";

/** Emoji per row on every screen; arrow keys move up and down by it. */
const inRow = 8;

interface EmojiGridProps {
  emoji: Emoji[];
  /** Hosts to request pictures from before this site. */
  hosts: string[];
  /** Called after an emoji was copied, with the announcement. */
  onDone?: (said: string) => void;
}

/** Emoji to choose from: a press or Enter copies one. Without scripts they are characters to select and copy. */
export function EmojiGrid({ emoji, hosts, onDone }: EmojiGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [live, setLive] = useState(false);
  const [active, setActive] = useState(0);
  const [said, setSaid] = useState("");
  const pictures = usePictures(grid, hosts, live && emoji);
  useEffect(() => setLive(true), []);
  useEffect(() => setActive(0), [emoji]);

  async function copy(chosen: Emoji) {
    const text = await copied(chosen);
    setSaid("");
    requestAnimationFrame(() => setSaid(text.said)); // so that the same words are said again
    if (text.ok) onDone?.(text.said);
  }

  function move(event: KeyboardEvent) {
    const next = placeByKey(event, active, emoji.length);
    if (next === undefined) return;
    event.preventDefault();
    grid.current?.querySelectorAll<HTMLElement>("[data-emoji]")[next]?.focus();
  }

  function follow({ target }: FocusEvent) {
    const place = [...(grid.current?.querySelectorAll("[data-emoji]") ?? [])].indexOf(target);
    if (place >= 0) setActive(place);
  }

  return (
    <>
      <div
        ref={grid}
        className="emoji-grid"
        role={live ? "grid" : "list"}
        aria-label="Emoji"
        onFocus={follow}
        onKeyDown={live ? move : undefined}
        tabIndex={-1}
      >
        {rowsOf(emoji).map((row, rowPlace) => (
          <div key={row[0]?.name} className="emoji-row" role={live ? "row" : "presentation"}>
            {row.map((one, index) => (
              <div key={one.name} role={live ? "gridcell" : "listitem"}>
                {live ? (
                  <button
                    type="button"
                    className="emoji"
                    data-emoji={one.name}
                    tabIndex={rowPlace * inRow + index === active ? 0 : -1}
                    onClick={() => void copy(one)}
                    title={emojiTitle(one)}
                  >
                    <Face emoji={one} picture={pictures.get(one.name)} beside />
                  </button>
                ) : (
                  <span className="emoji">
                    <Face emoji={one} />
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="emoji-said" role="status">
        {said}
      </p>
    </>
  );
}

/**
 * The emoji as a picture, or as a character with its name. With `beside`, the name is next to it and the character is
 * hidden from screen readers.
 */
function Face({ emoji, picture, beside }: { emoji: Emoji; picture?: string; beside?: boolean }) {
  return (
    <>
      {picture ? (
        <img src={picture} alt="" className="emoji-face" />
      ) : (
        <span className="emoji-face" aria-hidden={beside}>
          {emoji.char}
        </span>
      )}
      <span className="emoji-name">{emojiTitle(emoji)}</span>
    </>
  );
}

async function copied({ char, ...emoji }: Emoji): Promise<{ ok: boolean; said: string }> {
  const title = emojiTitle({ char, ...emoji });
  try {
    await navigator.clipboard.writeText(char);
    return { ok: true, said: `Copied ${char} ${title}` };
  } catch {
    return {
      ok: false,
      said: `The browser did not let ${char} ${title} be copied. Select it here and copy it yourself.`,
    };
  }
}

const rowsOf = (emoji: Emoji[]) =>
  Array.from({ length: Math.ceil(emoji.length / inRow) }, (_, row) => emoji.slice(row * inRow, (row + 1) * inRow));

/** Returns the index to focus for a key; undefined for other keys and past the ends. */
function placeByKey({ key, ctrlKey, currentTarget }: KeyboardEvent, from: number, length: number): number | undefined {
  const forth = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  const rowStart = from - (from % inRow);
  const places: Record<string, number> = {
    ArrowRight: from + forth,
    ArrowLeft: from - forth,
    ArrowDown: from + inRow,
    ArrowUp: from - inRow,
    Home: ctrlKey ? 0 : rowStart,
    End: ctrlKey ? length - 1 : Math.min(rowStart + inRow, length) - 1,
  };
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  return place !== undefined && place >= 0 && place < length ? place : undefined;
}
