import { useEffect, useMemo, useState } from "react";
import { call } from "~/core/http/http";
import { Button } from "~/ui/button";
import { type Emoji, emojiGroups, emojiIn, findEmoji, maxFound } from "./emoji";
import { EmojiGrid } from "./emoji-grid";
import { foundText } from "./result-text";

interface EmojiPanelProps {
  /** The search text. If empty, the smileys are shown. */
  q: string;
  /** Called after an emoji was copied, with the announcement. */
  onDone?: (said: string) => void;
}

interface EmojiList {
  emoji: Emoji[];
  hosts: string[];
}

let loading: Promise<EmojiList> | undefined;

/** Loads the list on first use and caches it for the page; a failed request is retried. */
function loadList(): Promise<EmojiList> {
  if (loading) return loading;
  loading = call(`${location.origin}/emoji.json`, { timeout: 10_000 }) as Promise<EmojiList>;
  loading.catch(() => (loading = undefined));
  return loading;
}

/**
 * The emoji that a search finds, for the command palette: arrow keys, Enter copies one. Its only stop for the Tab key
 * is `[data-emoji][tabindex="0"]`.
 */
export default function EmojiPanel({ q, onDone }: EmojiPanelProps) {
  const [list, setList] = useState<EmojiList | "failed">();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    const show = (found: EmojiList | "failed") => !left && setList(found);
    loadList().then(show, () => show("failed"));
    return () => void (left = true);
  }, [tries]);

  const all = typeof list === "object" ? list.emoji : undefined;
  const found = useMemo(
    () => all && (q.trim() ? findEmoji(all, q) : { q, emoji: emojiIn(all, emojiGroups[0] ?? "") }),
    [all, q],
  );
  const shown = useMemo(() => found?.emoji.slice(0, maxFound), [found]);

  if (list === "failed") {
    return (
      <div role="alert" className="grid justify-items-start gap-2 p-4">
        <p>The emoji could not be loaded.</p>
        <Button type="button" variant="outline" size="sm" onClick={() => setTries(tries + 1)}>
          Try again
        </Button>
      </div>
    );
  }
  if (!found || !shown || !list)
    return (
      <p className="p-4 text-muted" role="status">
        Loading the emoji…
      </p>
    );
  return (
    <>
      <p className="px-4 pt-3 text-sm text-muted" role="status">
        {foundText(found.emoji.length, q, found.q)}
      </p>
      {shown.length > 0 && <EmojiGrid emoji={shown} hosts={list.hosts} onDone={onDone} />}
    </>
  );
}
