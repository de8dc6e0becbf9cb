import { useFetchers, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { HoldingRun } from "./runs.server";

/** Says for what changes wait, and of a form that was sent that it waits too. */
export function RunBanner({ runs: loaded }: { runs: HoldingRun[] }) {
  const isSending = useIsSending();
  const runs = useRunsNow(loaded, isSending);
  if (runs.length === 0) return null;
  return (
    <div className="run-banner no-print">
      {runs.map(({ id, title, byName, part }) => (
        <p key={id} role="status">
          {title} ({byName}, {part}%). {isSending ? "What you sent waits for that, and will be done then." : "You can read on; changes wait until it is done."}
        </p>
      ))}
    </div>
  );
}

/** Whether a form of this page was sent and has no answer yet. */
function useIsSending(): boolean {
  const { state, formMethod } = useNavigation();
  const isWaiting = (state: string, method?: string) => state === "submitting" && method !== undefined && method !== "GET";
  return [isWaiting(state, formMethod), ...useFetchers().map((fetcher) => isWaiting(fetcher.state, fetcher.formMethod))].includes(true);
}

/** How often it is asked what goes on; a form that has its answer before that waits for nothing. In milliseconds. */
const askEvery = 1_000;

/** The runs as the page came with them; while there is one, or a form waits, as they are now. */
function useRunsNow(loaded: HoldingRun[], isSending: boolean): HoldingRun[] {
  const [came, setCame] = useState<{ over: HoldingRun[]; runs: HoldingRun[] }>();
  const runs = came?.over === loaded ? came.runs : loaded;
  const asks = isSending || runs.length > 0;
  useEffect(() => (asks ? asking((runs) => setCame({ over: loaded, runs })) : undefined), [asks, loaded]);
  return runs;
}

/** Asks while the page is looked at. Answers how to stop. */
function asking(take: (runs: HoldingRun[]) => void) {
  let stopped = false;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    const answer = await fetch("/runs/now").catch(() => undefined); // the next time it may be reached again
    if (answer?.ok && !answer.redirected && !stopped) take((await answer.json()) as HoldingRun[]);
  };
  const timer = setInterval(() => void ask(), askEvery);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
