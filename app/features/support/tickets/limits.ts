/** How much fits into what is written on a ticket. Browser-safe: fields say it, rules hold to it. */

import { listLeftOut } from "~/core/values/file-list";

/** How large one file may be, in bytes. */
export const maxAttachmentBytes = 5 * 1024 * 1024;
/** Such as "214 KB"; rounded up, so that what is too large never reads as what just fits. */
export function inBytes(size: number): string {
  const kilobytes = Math.ceil(size / 1024);
  if (size < 1024) return `${size} B`;
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.ceil((size * 10) / 1024 / 1024) / 10} MB`;
}
/** How many files one message may have. */
export const maxAttachments = 5;

const leftOutStart = `A message has at most ${maxAttachments} files: `;

/** Names the files for which a message had no room. */
export const describeLeftOut = (names: string[]) => leftOutStart + listLeftOut(names);

/** Whether a message about refused files says more than that there was no room for some: that needs no decision. */
export const needsDecision = (refusal: string) => refusal.split(leftOutStart)[0]?.trim() !== "";

/** File types that the browser's file dialog offers; the server checks the content. */
export const attachmentTypes =
  ".png,.jpg,.jpeg,.gif,.webp,.heic,.pdf,.txt,.log,.csv,.eml,.msg,.zip,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.rtf";
/**
 * How long the draft of a reply may be, in characters: more than a reply, so that what is too long to be sent can still
 * be kept and cut.
 */
export const maxDraftLength = 200_000;
