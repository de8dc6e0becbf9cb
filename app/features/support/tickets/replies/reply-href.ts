/** A message's place in its conversation, whatever page that is on. Browser-safe. */
export const replyHref = (ticketId: number, replyId: number) =>
  `${replyHrefPrefix(ticketId)}${replyId}#reply-${replyId}`;

/** What the addresses of all messages of a ticket begin with. */
export const replyHrefPrefix = (ticketId: number) => `/support/tickets/${ticketId}?reply=`;
