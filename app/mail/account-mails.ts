/** The mails about accounts. Plain ASCII text, so that every mail program shows them alike. */
import type { Mail } from "./mail.server";

const once = "The link works once, for one hour.";

export const verificationMail = (to: string, link: string): Mail => ({
  to,
  subject: "Verify your e-mail address for Portico",
  text: `Open this link to verify your e-mail address and log in:

${link}

${once}

If you did not ask for an account at Portico, do not open it: someone else
typed your address, and without the link nothing comes of it.
`,
});

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: "Choose a new password for Portico",
  text: `Open this link to choose a new password:

${link}

${once} Your old password keeps working until then.

If you did not ask for this, you need not do anything.
`,
});
