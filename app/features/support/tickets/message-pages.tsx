/** Links between the pages of a conversation, above it and from the reply form. */
import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { formatNumber } from "~/core/values/noun";
import { ButtonLink } from "~/ui/button";

interface ConversationPagesProps {
  page: number;
  pages: number;
  /** Number of messages before this page. */
  start: number;
  total: number;
  /** The replies on this page. */
  replies: { id: number }[];
}

/**
 * A link to the earlier messages of a long conversation. There are no page numbers, because their script exceeds the
 * page's budget.
 */
export function ConversationPages({ page, pages, start, total, replies }: ConversationPagesProps) {
  const href = usePageHref();
  useOtherPages(replies);
  if (pages === 1) return null;
  return (
    <nav aria-label="Messages" className="mb-4 flex flex-wrap items-center gap-2 text-sm text-muted no-print">
      <span className="me-auto">
        Messages {formatNumber(start + 1)}–{formatNumber(start + replies.length)} of {formatNumber(total)}
      </span>
      {page > 2 && (
        <ButtonLink variant="ghost" size="sm" href={href(1)}>
          First messages
        </ButtonLink>
      )}
      {page > 1 && (
        <ButtonLink variant="outline" size="sm" href={href(page - 1)}>
          Earlier messages
        </ButtonLink>
      )}
    </nav>
  );
}

/** A link below earlier messages to the page with the reply form, unless it is on this page. */
export function LaterMessages({ page, isWriting }: { page: number; isWriting: boolean }) {
  const href = usePageHref();
  const { pathname } = useLocation();
  return (
    <p className="mt-5 ms-11.5 flex flex-wrap gap-2 max-sm:ms-0 no-print">
      <ButtonLink variant="outline" href={href(page + 1)}>
        Later messages
      </ButtonLink>
      {!isWriting && (
        <ButtonLink variant="ghost" href={`${pathname}#reply`}>
          Write a reply
        </ButtonLink>
      )}
    </p>
  );
}

/** The address of a page of this conversation, in the list that its reader comes from. */
function usePageHref() {
  const { pathname } = useLocation();
  const list = useSearchParams()[0].get("list");
  return (page: number) => `${pathname}?${new URLSearchParams({ ...(list !== null && { list }), page: String(page) })}`;
}

/** An older link names a message by `#reply-123` alone, which no server sees. */
function useOtherPages(replies: { id: number }[]) {
  const { hash, pathname } = useLocation();
  useEffect(() => {
    const id = /^#reply-(\d+)$/.exec(hash)?.[1];
    if (id && !replies.some((reply) => String(reply.id) === id) && !location.search.includes(`reply=${id}`))
      location.replace(`${pathname}?reply=${id}${hash}`);
  }, [hash, pathname, replies]);
}
