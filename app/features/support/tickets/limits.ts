/** How much fits into what is written on a ticket. Browser-safe: fields say it, rules hold to it. */

/** How large one file may be, in bytes. */
export const maxAttachmentBytes = 5 * 1024 * 1024;
/** How many files one message may have. */
export const maxAttachments = 5;
/** What a browser offers to choose; what is taken is decided by the bytes. */
export const attachmentTypes = ".png,.jpg,.jpeg,.gif,.webp,.pdf,.txt,.csv";
/**
 * How long the draft of a reply may be, in characters: more than a reply, so that what is too long to be sent can still
 * be kept and cut.
 */
export const maxDraftLength = 200_000;
