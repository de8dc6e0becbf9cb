import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Ticket } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { LaterMessages } from "../message-pages";
import { MeanwhileHint } from "./presence";
import { ReplyFields, type ReplyFieldsProps, type Writing } from "./reply-form";
import { useMeanwhile } from "./use-meanwhile";

interface ReplyAreaProps extends Pick<ReplyFieldsProps, "writing" | "form"> {
  ticket: ReplyFieldsProps["ticket"] & Pick<Ticket, "deletedAt">;
  /**
   * Which page of the conversation is shown, of how many; the message that came last of all, and the reader's own last
   * one, whatever page they are on.
   */
  pages: { page: number; pages: number; newest: number; lastOwn?: number };
}

/** What stands beneath a page of a conversation: where a reply is written, or the way to it. One `key` per ticket. */
export function ReplyArea({ ticket, pages: { page, pages, newest, lastOwn }, writing, form }: ReplyAreaProps) {
  const isLatest = page === pages;
  const seen = useSeen(isLatest, newest);
  const begun = useBegun(lastOwn);
  const mayWrite = seen !== undefined && takesText(ticket, writing, form);
  return (
    <>
      {!isLatest && !mayWrite && <NewsElsewhere ticket={ticket} writing={writing} newest={newest} />}
      {!isLatest && <LaterMessages page={page} isWriting={Boolean(mayWrite)} />}
      {mayWrite && (
        <>
          {/* Links lead here, since the form itself may stand elsewhere. */}
          <div id="reply" className="scroll-mt-20" />
          <ReplyFields key={begun} ticket={ticket} writing={writing} seen={seen} newest={newest} form={form} />
        </>
      )}
    </>
  );
}

/**
 * The reader's own message that the form was begun after: it begins anew when one was sent from it. What is being
 * written here while another is sent from elsewhere stays, and is kept as the draft again.
 */
function useBegun(lastOwn?: number): number | undefined {
  const isPosting = useNavigation().formMethod !== undefined;
  const before = useRef({ lastOwn, isPosting });
  const [begun, setBegun] = useState(lastOwn);
  useEffect(() => {
    const was = before.current;
    before.current = { lastOwn, isPosting };
    if (was.lastOwn === lastOwn) return;
    const box = document.querySelector<HTMLTextAreaElement>(".reply-form textarea");
    if (was.isPosting || !box?.value.trim() || box.value === box.defaultValue) setBegun(lastOwn);
    else box.dispatchEvent(new Event("input", { bubbles: true }));
  }, [lastOwn, isPosting]);
  return begun;
}

/** What happens meanwhile on the later pages; the form says it itself. */
function NewsElsewhere({ ticket, writing, newest }: Pick<ReplyFieldsProps, "ticket" | "writing" | "newest">) {
  const meanwhile = useMeanwhile(ticket, newest, writing.writers);
  return (
    <div className="mt-5 ms-11.5 max-sm:ms-0">
      <MeanwhileHint {...meanwhile} isOnLaterPage />
    </div>
  );
}

/**
 * The last message that somebody had before them while this address showed the latest page, nothing if it never did. It
 * stays when new messages make that page an earlier one: then the form must not vanish under somebody's hands, and
 * those messages count as unread when it is sent.
 */
function useSeen(isLatest: boolean, newest: number): number | undefined {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [before, setBefore] = useState<{ address: string; seen?: number }>({ address });
  const seen = isLatest ? newest : before.address === address ? before.seen : undefined;
  if (before.address !== address || before.seen !== seen) setBefore({ address, seen });
  return seen;
}

/** Where nothing more is said, there is no room for it, unless somebody has written something already. */
const takesText = (ticket: Pick<Ticket, "deletedAt" | "mergedInto">, { body, files }: Writing, form?: FormState) =>
  form || (ticket.mergedInto ? body || files.length > 0 : !ticket.deletedAt);
