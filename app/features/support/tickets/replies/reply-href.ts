/** A message's place in its conversation, whatever page that is on. Browser-safe. */
export const replyHref = (ticketId: number, replyId: number) =>
  `${replyHrefPrefix(ticketId)}${replyId}#reply-${replyId}`;

/** Returns the common prefix of the addresses of a ticket's messages. */
export const replyHrefPrefix = (ticketId: number) => `/support/tickets/${ticketId}?reply=`;
