import { mails, waitingMails } from "./schema";

/**
 * What a restore has to empty: these mails were sent since the backup was made, and a link in them would live again.
 */
export const unsentMails = [mails, waitingMails];
