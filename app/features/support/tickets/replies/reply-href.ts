/** Returns the address of a message in its conversation, on any page. Browser-safe. */
export const replyHref = (ticketId: number, replyId: number) =>
  `${replyHrefPrefix(ticketId)}${replyId}#reply-${replyId}`;

/** Returns the common prefix of the addresses of a ticket's messages. */
export const replyHrefPrefix = (ticketId: number) => `/support/tickets/${ticketId}?reply=`;
