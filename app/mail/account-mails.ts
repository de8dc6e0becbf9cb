/** The mails about accounts. Plain ASCII text, so that every mail program shows them alike. */
import { config } from "config";
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

/** Tells somebody what was done to their account. `what` is a sentence about them, without any secret, such as "Your password was changed.". */
export const securityMail = (to: string, subject: string, what: string): Mail => ({
  to,
  subject: `${subject} at Portico`,
  text: `${what}

If it was you, you need not do anything. If it was not you, choose a new
password at once, and look at your sessions under Security:

${config.appUrl}/forget-password
${config.appUrl}/settings/security
`,
});

/** Says goodbye, and until when one may come back. */
export const deactivatedMail = (to: string, until: Date): Mail => ({
  to,
  subject: "Your account at Portico is deactivated",
  text: `Your account is deactivated, and you are logged out everywhere.

Until ${until.toISOString().slice(0, 10)} you can come back: log in as before.

${config.appUrl}/login

After that your personal data is erased. If it was not you who did this, come
back now and choose a new password.
`,
});
