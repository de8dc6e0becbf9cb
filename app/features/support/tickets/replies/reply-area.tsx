import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Ticket } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { LaterMessages } from "../message-pages";
import { MeanwhileHint } from "./presence";
import { ReplyFields, type ReplyFieldsProps, type Writing } from "./reply-form";
import { useMeanwhile } from "./use-meanwhile";
import { useNavigation } from "~/ui/navigation";

interface ReplyAreaProps extends Pick<ReplyFieldsProps, "writing" | "form"> {
  ticket: ReplyFieldsProps["ticket"] & Pick<Ticket, "deletedAt">;
  /**
   * The page shown, the number of pages, and the ids of the newest message and the reader's own last one on any page.
   */
  pages: { page: number; pages: number; newest: number; lastOwn?: number };
}

/** The part below a page of a conversation: the reply form, or a link to it. Needs one `key` per ticket. */
export function ReplyArea({ ticket, pages: { page, pages, newest, lastOwn }, writing, form }: ReplyAreaProps) {
  const isLatest = page === pages;
  const seen = useNewestSeen(isLatest, newest);
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
 * Returns the reader's last message when the form was begun: the form resets when a reply was sent from it, but not
 * when one was sent elsewhere.
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

/** Presence hints on an earlier page; on the last page the form shows them. */
function NewsElsewhere({ ticket, writing, newest }: Pick<ReplyFieldsProps, "ticket" | "writing" | "newest">) {
  const meanwhile = useMeanwhile(ticket, newest, writing.writers);
  return (
    <div className="mt-5 ms-11.5 max-sm:ms-0">
      <MeanwhileHint {...meanwhile} isOnLaterPage />
    </div>
  );
}

/**
 * Returns the newest message id when this URL last showed the latest page, or undefined. It stays when new messages
 * turn that page into an earlier one, so that the form remains and they count as unread.
 */
function useNewestSeen(isLatest: boolean, newest: number): number | undefined {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [before, setBefore] = useState<{ address: string; seen?: number }>({ address });
  const seen = isLatest ? newest : before.address === address ? before.seen : undefined;
  if (before.address !== address || before.seen !== seen) setBefore({ address, seen });
  return seen;
}

/** Whether the ticket takes a reply, or holds a draft written before it was closed to replies. */
const takesText = (ticket: Pick<Ticket, "deletedAt" | "mergedInto">, { body, files }: Writing, form?: FormState) =>
  form || (ticket.mergedInto ? body || files.length > 0 : !ticket.deletedAt);
