import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Ticket } from "db/schema";
import { isStreaming, watchEvent } from "~/features/inbox/use-live-inbox";
import type { Meanwhile } from "./presence.server";
import { useNavigation } from "~/ui/navigation";

/** Polling interval without a stream, in milliseconds. */
const pollMs = 5_000;

interface ShownPresence extends Pick<Meanwhile, "moved"> {
  writers: Meanwhile["writers"];
  /** Whether others have written messages since the form was rendered, which are loaded by now. */
  hasNew: boolean;
  /** The status that others have set since the page was loaded, if it still applies. */
  newStatus?: string;
}

/**
 * Polls an open ticket whose page knows the messages up to `seen`, and reloads when there is news. `isRefused` is
 * true while a rejected reply is shown.
 */
export function useMeanwhile(
  { id, status, revision }: Pick<Ticket, "id" | "status" | "revision">,
  seen: number,
  writers: Meanwhile["writers"],
  isRefused = false,
): ShownPresence {
  const address = `/support/tickets/${id}/draft`;
  const [told, setTold] = useState<Meanwhile>();
  const [began] = useState(seen);
  const statusBefore = useStatusBefore(status, isRefused);
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  /** Whether the last update is newer than the loaded data, which reflects one's own actions first. */
  const isFresh = useRef(false);
  /** Key of the last reload, so that a failing one is not repeated. */
  const asked = useRef("");

  useEffect(() => {
    let over = false;
    const take = (now: Meanwhile | null) => {
      if (over || !now) return;
      isFresh.current = true;
      setTold(now);
    };
    const hear = (event: Event) => take((event as CustomEvent<Meanwhile | null>).detail);
    const ask = async () => {
      if (document.visibilityState !== "visible" || isStreaming()) return;
      const answer = await fetch(`${address}?seen=${seen}`, { redirect: "manual" }).catch(() => undefined);
      if (answer?.ok) take((await answer.json()) as Meanwhile);
    };
    const timer = setInterval(() => void ask(), pollMs);
    addEventListener(watchEvent, hear);
    return () => {
      over = true;
      clearInterval(timer);
      removeEventListener(watchEvent, hear);
    };
  }, [address, seen]);

  // While something is on its way it may bring the same, and its toast would be lost if it were begun anew.
  useEffect(() => {
    if (!told || !isIdle || !isFresh.current) return;
    isFresh.current = false;
    // Keep the form of a merged or removed ticket as it is, so that its text can still be sent.
    const isKnown = told.moved !== undefined || (told.newest <= seen && told.revision === revision);
    const news = isKnown ? "" : `${told.newest} ${told.revision}`;
    if (news === asked.current) return;
    asked.current = news;
    if (isKnown) return;
    revalidate();
  }, [told, isIdle, seen, revision, revalidate]);

  return {
    moved: told?.moved,
    writers: told?.writers ?? writers,
    hasNew: seen > began,
    newStatus: status === statusBefore ? undefined : status,
  };
}

/**
 * Returns the status when the form was rendered, or after one's own last action; any other was set by others. A
 * rejected action does not count.
 */
function useStatusBefore(status: Ticket["status"], isRefused: boolean): Ticket["status"] {
  const isPosting = useNavigation().formMethod !== undefined;
  const [before, setBefore] = useState({ status, isPosting, atPost: status });
  if (before.isPosting !== isPosting) {
    const isOwn = !isPosting && !isRefused && status !== before.atPost;
    setBefore({ status: isOwn ? status : before.status, isPosting, atPost: status });
  }
  return before.status;
}
