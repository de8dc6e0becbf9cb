/** Mails in tests. */
import { write } from "db";
import { type Mail, mailSettled, queueMail } from "~/core/mail/mail.server";

export const queueMails = (...mails: Mail[]) =>
  write(async (tx) => {
    for (const mail of mails) await queueMail(tx, mail);
  });

/** Queues mails and waits until their delivery was attempted. */
export async function sendMails(...mails: Mail[]) {
  await queueMails(...mails);
  await mailSettled();
}
