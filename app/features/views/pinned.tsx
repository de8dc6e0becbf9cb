import { useEffect, useState } from "react";
import { Count } from "~/ui/values/badge";
import { Icon } from "~/ui/icons/icon";
import { maxViewCount, countText } from "./count";

export interface PinnedView {
  id: number;
  name: string;
  /** Title of the view's list. */
  list: string;
  href: string;
  /** The rows that it shows, counted no further than `countedUpTo`; nothing while that is not known. */
  count?: number;
  /** The page shows just this. */
  current: boolean;
}

const headingId = "menu-views";

/** The user's pinned views below the menu, with live row counts. */
export function PinnedViews({ pinned }: { pinned: PinnedView[] }) {
  const counts = useLiveCounts(pinned);
  if (pinned.length === 0) return <div className="pb-6" />;
  return (
    <nav aria-labelledby={headingId} className="px-3 pb-6">
      <h2 className="nav-group" id={headingId}>
        Pinned views
      </h2>
      <ul className="space-y-0.5">
        {pinned.map(({ id, name, list, href, current }) => (
          <li key={id}>
            <a
              className="nav-item"
              href={href}
              title={`${name} (${list})`}
              aria-label={spoken(name, counts[id])}
              aria-current={current ? "page" : undefined}
            >
              <Icon name="bookmark" className="flex-none" />
              <bdi className="min-w-0 truncate">{name}</bdi>
              {counts[id] !== undefined && <Count className="num ms-auto">{countText(counts[id])}</Count>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns a label such as "New orders, 12". */
function spoken(name: string, count: number | undefined) {
  if (count === undefined) return name;
  return `${name}, ${count < maxViewCount ? count : `more than ${maxViewCount - 1}`}`;
}

type Counts = Record<number, number | undefined>;

/** Polling interval of an open page, in milliseconds. */
const askEvery = 30_000;

/** Returns the counts of the pinned views, updated while the page is visible, without reloading the page. */
function useLiveCounts(pinned: PinnedView[]): Counts {
  const [came, setCame] = useState<{ over: PinnedView[]; counts: Counts }>();
  const hasPins = pinned.length > 0;
  useEffect(
    () => (hasPins ? whileVisible((counts) => setCame({ over: pinned, counts })) : undefined),
    [hasPins, pinned],
  );
  // A page that came later knows better.
  return came?.over === pinned ? came.counts : Object.fromEntries(pinned.map(({ id, count }) => [id, count]));
}

/** Polls while the page is visible. Returns a function that stops it. */
function whileVisible(take: (counts: Counts) => void) {
  let stopped = false;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    const answer = await fetch("/views/counts").catch(() => undefined); // the next time it may be reached again
    if (answer?.ok && !answer.redirected && !stopped) take((await answer.json()) as Counts);
  };
  const askNow = () => void ask();
  const timer = setInterval(askNow, askEvery);
  document.addEventListener("visibilitychange", askNow);
  return () => {
    stopped = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", askNow);
  };
}
