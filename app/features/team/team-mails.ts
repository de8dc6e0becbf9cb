/** Mails about access, in plain text. They name no one, because sent mails cannot be erased. */
import { config } from "config";
import { timeZone } from "db/company-settings";
import { securityMail, signInLink } from "~/core/mail/account-mails";
import type { Mail } from "~/core/mail/mail.server";
import { formatClock, formatDay } from "~/core/values/time-format";
import type { User } from "db/schema";
import { type AccessGrant, accessTitle } from "~/core/access/levels";
import { invitationDays, resetHours } from "./limits";

type To = AccessGrant & Pick<User, "email" | "uid">;

export const invitationMail = (to: string, given: AccessGrant, link: string): Mail => ({
  to,
  subject: "You are invited to Portico",
  text: `You are invited to Portico as ${accessTitle(given)}. Open this link to
create an account, or to log in, with this e-mail address:

${link}

The link works once, for ${invitationDays} days.

If you did not expect this, you need not do anything.
`,
  goodFor: invitationDays * 86_400_000,
});

export const accessChangedMail = (to: To, before: AccessGrant): Mail => ({
  to: to.email,
  subject: "Your access to Portico was changed",
  text: `Your access to Portico was changed:

from ${accessTitle(before)}
to ${accessTitle(to)}

${to.uid ? "You were logged out everywhere, and your API tokens were revoked.\n" : ""}${signInLink(to)}`,
});

export const accessEndedMail = ({ email, uid }: To): Mail => ({
  to: email,
  subject: "Your access to Portico has ended",
  text: `Your access to Portico was taken away${uid ? ", and you were logged out everywhere" : ""}.

If you think that this is a mistake, ask whoever runs Portico for you.
`,
});

/** Tells an owner that a second factor is required from now on, or no longer. */
export const secondFactorRequirementMail = (to: string, required: boolean): Mail => ({
  to,
  subject: required ? "A second factor is required at Portico" : "A second factor is no longer required at Portico",
  text: `${required ? "From now on staff, admins and owners log in with a second factor." : "From now on staff, admins and owners may log in without a second factor."}
An owner chose that here:

${config.appUrl}/team/second-factor
`,
});

/** Returns the mail that tells a user without a second factor about the requirement. */
export const secondFactorRequiredMail = (to: string): Mail => ({
  to,
  subject: "Set up a second factor for Portico",
  text: `From now on Portico asks you for a second factor when you log in: a code that
an app on your phone shows. Until you have set it up you can do nothing else
there, and your API tokens wait. It takes a minute or two:

${config.appUrl}/settings/two-factor-authentication
`,
});

const sayMoment = (at: Date) => `${formatDay(at, timeZone())}, ${formatClock(at, timeZone())} ${timeZone()}`;

/** Returns the mail about a pending second-factor reset. The linked page carries it out at once, or cancels it. */
export const secondFactorResetMail = (to: string, link: string, dueAt: Date): Mail => ({
  to,
  subject: "Your second factor at Portico is to be reset",
  text: `Somebody on the team asked to reset your second factor, because it was lost.
Open this link to reset it now, or to call it off:

${link}

If you do neither, it is reset on ${sayMoment(dueAt)}.
Your app's codes and your recovery codes then count no more, you are logged
out everywhere, and your password or Google alone lets you in until you set up
a new second factor.

If you did not ask for this, call it off at once.
`,
  goodFor: resetHours * 3_600_000,
});

export const resetOwnerMail = (to: string, person: { id: number }, dueAt: Date): Mail => ({
  to,
  subject: "A second factor is to be reset at Portico",
  text: `Somebody on the team asked to reset the second factor of a person who lost it.
It is done when they say so by the link in their mail, or else on
${sayMoment(dueAt)}. See who it is, or call it off:

${config.appUrl}/team/people/${person.id}/reset-second-factor
`,
});

export const resetCalledOffMail = (to: string): Mail => ({
  to,
  subject: "The reset of a second factor at Portico was called off",
  text: `The reset of a second factor that you were told of was called off. It stays on,
and the link that was mailed for it leads nowhere any more.
`,
});

export const resetDoneMail = (to: string): Mail =>
  securityMail(
    to,
    "Your second factor was reset",
    `Your second factor was reset. The codes of your app and your recovery codes count
no more, you were logged out everywhere, and your API tokens were revoked. Your
password or Google alone lets you in now: set up a new second factor under
Two Factor Authentication.`,
  );
