/** Mails about access, in plain text. They name no one, because sent mails cannot be erased. */
import { config } from "config";
import { securityMail } from "~/core/mail/account-mails";
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

/** Asks users without an account to create one, because a directory entry alone cannot sign in. */
const wayIn = ({ uid }: To) => `${uid ? "Log in here:" : "Create an account with this e-mail address:"}

${config.appUrl}${uid ? "/login" : "/register"}
`;

/** Returns the mail that tells a user that they can now sign in, with or without an account. */
export const admittedMail = (to: To): Mail => ({
  to: to.email,
  subject: "You can log in to Portico now",
  text: `You now have access to Portico as ${accessTitle(to)}. ${wayIn(to)}`,
});

export const accessChangedMail = (to: To, before: AccessGrant): Mail => ({
  to: to.email,
  subject: "Your access to Portico was changed",
  text: `Your access to Portico was changed:

from ${accessTitle(before)}
to ${accessTitle(to)}

${to.uid ? "You were logged out everywhere, and your API tokens were revoked.\n" : ""}${wayIn(to)}`,
});

export const accessEndedMail = ({ email, uid }: To): Mail => ({
  to: email,
  subject: "Your access to Portico has ended",
  text: `Your access to Portico was taken away${uid ? ", and you were logged out everywhere" : ""}.

If you think that this is a mistake, ask whoever runs Portico for you.
`,
});

/** Tells an owner that a second factor is demanded from now on, or no longer. */
export const secondFactorDemandMail = (to: string, demanded: boolean): Mail => ({
  to,
  subject: demanded ? "A second step is demanded at Portico" : "A second step is not demanded any more at Portico",
  text: `${demanded ? "From now on staff, admins and owners log in with a second step." : "From now on staff, admins and owners may log in without a second step."}
An owner chose that here:

${config.appUrl}/team/second-step
`,
});

/** Returns the mail that tells a user without a second factor about the requirement. */
export const secondFactorDemandedMail = (to: string): Mail => ({
  to,
  subject: "Set up a second step for Portico",
  text: `From now on Portico asks you for a second step when you log in: a code that
an app on your phone shows. Until you have set it up you can do nothing else
there, and your API tokens wait. It takes a minute or two:

${config.appUrl}/settings/two-factor-authentication
`,
});

const sayMoment = (at: Date) =>
  `${formatDay(at, config.timeZone)}, ${formatClock(at, config.timeZone)} ${config.timeZone}`;

/** Returns the mail about a pending second-step reset. The linked page carries it out at once, or cancels it. */
export const secondFactorResetMail = (to: string, link: string, dueAt: Date): Mail => ({
  to,
  subject: "Your second step at Portico is to be reset",
  text: `Somebody on the team asked to reset your second step, because it was lost.
Open this link to reset it now, or to call it off:

${link}

If you do neither, it is reset on ${sayMoment(dueAt)}.
Your app's codes and your recovery codes then count no more, you are logged
out everywhere, and your password or Google alone lets you in until you set up
a new second step.

If you did not ask for this, call it off at once.
`,
  goodFor: resetHours * 3_600_000,
});

export const resetOwnerMail = (to: string, person: { id: number }, dueAt: Date): Mail => ({
  to,
  subject: "A second step is to be reset at Portico",
  text: `Somebody on the team asked to reset the second step of a person who lost it.
It is done when they say so by the link in their mail, or else on
${sayMoment(dueAt)}. See who it is, or call it off:

${config.appUrl}/team/people/${person.id}/reset-second-step
`,
});

export const resetCalledOffMail = (to: string): Mail => ({
  to,
  subject: "The reset of a second step at Portico was called off",
  text: `The reset of a second step that you were told of was called off. It stays on,
and the link that was mailed for it leads nowhere any more.
`,
});

export const resetDoneMail = (to: string): Mail =>
  securityMail(
    to,
    "Your second step was reset",
    `Your second step was reset. The codes of your app and your recovery codes count
no more, you were logged out everywhere, and your API tokens were revoked. Your
password or Google alone lets you in now: set up a new second step under
Two Factor Authentication.`,
  );
