/** Mails about accounts, in plain ASCII text, which every mail program displays alike. */
import { config } from "config";
import type { User } from "db/schema";
import { accessTitle, type AccessGrant } from "~/core/access/levels";
import type { Mail } from "./mail.server";

const linkLifetimeText = "The link works once, for one hour.";

export const verificationMail = (to: string, link: string): Mail => ({
  to,
  subject: "Verify your e-mail address for Portico",
  text: `Open this link to verify your e-mail address and log in:

${link}

${linkLifetimeText}

If you did not ask for an account at Portico, do not open it: someone else
typed your address, and without the link nothing comes of it.
`,
});

export const passwordResetMail = (to: string, link: string): Mail => ({
  to,
  subject: "Choose a new password for Portico",
  text: `Open this link to choose a new password:

${link}

${linkLifetimeText} Your old password keeps working until then.

If you did not ask for this, you need not do anything.
`,
});

export const newAddressMail = (to: string, link: string): Mail => ({
  to,
  subject: "Your new e-mail address at Portico",
  text: `Open this link to make this the e-mail address of your account:

${link}

${linkLifetimeText} Until then you log in with the old address.

If you did not ask for this, do not open it: somebody else typed your address,
and without the link nothing comes of it.
`,
});

/** Tells the old address that the account has a new one. It cannot undo that, so the mail says who can. */
export const addressChangedMail = (to: string, email: string): Mail => ({
  to,
  subject: "Your e-mail address was changed at Portico",
  text: `From now on your account has this e-mail address:

${email}

You log in with it, and your mails go there. If it was not you, tell whoever
runs Portico for you at once: this address opens the account no longer.
`,
});

/**
 * Tells a user what was done to their account. `what` is a sentence without secrets, such as "Your password was
 * changed.".
 */
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

/** Tells a user of a sign-in from a new browser. `where` describes the time, browser and address. */
export const newDeviceMail = (to: string, where: string): Mail =>
  securityMail(
    to,
    "Your account was used in a new browser",
    `Somebody logged in to your account from a browser that it was not used in
before, or that keeps no cookies:

${where}`,
  );

/**
 * Tells a user that someone is guessing their authenticator codes. `last` describes when and from where the last wrong
 * one came.
 */
export const wrongCodesMail = (
  to: string,
  { count, most, last }: { count: number; most: number; last: string },
): Mail =>
  securityMail(
    to,
    "Wrong codes were entered",
    `${count} wrong codes of an authenticator app were entered for your account. Whoever
did that knows your password, or uses a browser where you are logged in.

The last one came at ${last}.

After ${most} in a day, only a recovery code is accepted for the rest of it.`,
  );

/** Asks users without an account to create one, because a directory entry alone cannot sign in. */
export const signInLink = ({ uid }: Pick<User, "uid">) =>
  `${uid ? "Log in here:" : "Create an account with this e-mail address:"}

${config.appUrl}${uid ? "/login" : "/register"}
`;

/** Tells a user that they can sign in now. */
export const admittedMail = (to: AccessGrant & Pick<User, "email" | "uid">): Mail => ({
  to: to.email,
  subject: "You can log in to Portico now",
  text: `You now have access to Portico as ${accessTitle(to)}. ${signInLink(to)}`,
});

/** Confirms a deactivation, and says until when the user can come back. */
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

/** Tells an owner that someone can sign in now or has more access; `by` is who granted it, if it was a person. */
export const ownerMail = (
  to: string,
  person: AccessGrant & Pick<User, "id" | "name" | "email">,
  by?: string,
): Mail => ({
  to,
  subject: "Somebody was given access to Portico",
  text: `${person.name} (${person.email})
can sign in to Portico as ${accessTitle(person)}.${by ? ` ${by} chose that.` : ""}

${config.appUrl}/team/people/${person.id}

If nobody on the team meant that, take the access away there at once.
`,
});

/** Tells an owner that invoices name other bank details now; `by` is the owner who changed them. */
export const bankDetailsMail = (to: string, by: string): Mail => ({
  to,
  subject: "The bank details on invoices were changed at Portico",
  text: `${by} changed how customers pay: the bank details that invoices show.
From now on new invoices show the new ones.

${config.appUrl}/settings/company

If nobody on the team meant that, correct them there at once, and tell the
customers who were sent an invoice since.
`,
});
