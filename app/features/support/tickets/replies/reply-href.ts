/** A message's place in its conversation, whatever page that is on. Browser-safe. */
export const replyHref = (ticketId: number, replyId: number) =>
  `/support/tickets/${ticketId}?reply=${replyId}#reply-${replyId}`;
