import { mails, waitingMails } from "./schema";

/**
 * Tables of unsent mail, which a restore empties: the mails were sent since the backup, and their links would become
 * valid again.
 */
export const unsentMails = [mails, waitingMails];
