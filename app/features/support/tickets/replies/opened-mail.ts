/** The mail that says a question has arrived. */
import { config } from "config";
import type { Ticket } from "db/schema";
import type { Mail } from "~/core/mail/mail.server";

export const openedMail = ({
  id,
  subject,
  requesterEmail,
}: Pick<Ticket, "id" | "subject" | "requesterEmail">): Mail => ({
  to: requesterEmail,
  subject: `Ticket #${id}: ${subject}`,
  about: `the arrival of ticket #${id}`,
  concerns: { entity: "tickets", recordId: id },
  text: `Your question “${subject}” has arrived. Its number is #${id}.

You hear from us when there is an answer. To add something, or to see how it
stands, open the ticket:

${config.appUrl}/support/tickets/${id}
`,
});
