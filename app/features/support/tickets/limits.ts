/** Limits for the texts and files of a ticket. Browser-safe: shared by fields and rules. */

import { listOmittedFiles } from "~/core/values/file-list";

/** Maximum size of a file, in bytes. */
export const maxAttachmentBytes = 5 * 1024 * 1024;
/** Returns a size such as "214 KB", rounded up so that a file above the limit never appears to fit. */
export function inBytes(size: number): string {
  const kilobytes = Math.ceil(size / 1024);
  if (size < 1024) return `${size} B`;
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.ceil((size * 10) / 1024 / 1024) / 10} MB`;
}
/** Maximum files per message. */
export const maxAttachments = 5;

const omittedFilesStart = `A message has at most ${maxAttachments} files: `;

/** Names the files for which a message had no room. */
export const describeOmittedFiles = (names: string[]) => omittedFilesStart + listOmittedFiles(names);

/** Whether a message about refused files says more than that there was no room for some: that needs no decision. */
export const needsDecision = (refusal: string) => refusal.split(omittedFilesStart)[0]?.trim() !== "";

/** File types that the browser's file dialog offers; the server checks the content. */
export const attachmentTypes =
  ".png,.jpg,.jpeg,.gif,.webp,.heic,.pdf,.txt,.log,.csv,.eml,.msg,.zip,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.rtf";
/**
 * Maximum length of a draft, in characters: above that of a reply, so that a too long text can be saved and
 * shortened.
 */
export const maxDraftLength = 200_000;
