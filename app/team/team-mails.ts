/** The mails about access. Plain text; they name nobody: what has left Portico cannot be erased there. */
import { config } from "config";
import type { Mail } from "~/mail/mail.server";
import type { User } from "db/schema";
import { type Given, sayAccess } from "./levels";
import { invitationDays } from "./team-words";

type To = Given & Pick<User, "email" | "uid">;

export const invitationMail = (to: string, given: Given, link: string): Mail => ({
  to,
  subject: "You are invited to Portico",
  text: `You are invited to Portico as ${sayAccess(given)}. Open this link to
create an account, or to log in, with this e-mail address:

${link}

The link works once, for ${invitationDays} days.

If you did not expect this, you need not do anything.
`,
  goodFor: invitationDays * 86_400_000,
});

/** Whoever never had a login is led to make one: an address in the directory is not logged in with. */
const wayIn = ({ uid }: To) => `${uid ? "Log in here:" : "Create an account with this e-mail address:"}

${config.appUrl}${uid ? "/login" : "/register"}
`;

/** Tells somebody that they may sign in now, whether they have an account yet or not. */
export const admittedMail = (to: To): Mail => ({
  to: to.email,
  subject: "You can log in to Portico now",
  text: `You are let in to Portico as ${sayAccess(to)}. ${wayIn(to)}`,
});

export const accessChangedMail = (to: To, before: Given): Mail => ({
  to: to.email,
  subject: "Your access to Portico was changed",
  text: `Your access to Portico was changed:

from ${sayAccess(before)}
to ${sayAccess(to)}

${to.uid ? "You were logged out everywhere, and your API tokens were revoked.\n" : ""}${wayIn(to)}`,
});

export const accessEndedMail = ({ email, uid }: To): Mail => ({
  to: email,
  subject: "Your access to Portico has ended",
  text: `Your access to Portico was taken away${uid ? ", and you were logged out everywhere" : ""}.

If you think that this is a mistake, ask whoever runs Portico for you.
`,
});

/** Tells an owner of somebody who can sign in by now, or may do more. */
export const ownerMail = (to: string, person: Given & { id: number }): Mail => ({
  to,
  subject: "Somebody was given access to Portico",
  text: `Somebody can sign in to Portico as ${sayAccess(person)}. Look at who it is:

${config.appUrl}/team/people/${person.id}

If nobody on the team meant that, take the access away there at once.
`,
});

/** Tells an owner that a second step is demanded from now on, or no longer. */
export const secondStepDemandMail = (to: string, demanded: boolean): Mail => ({
  to,
  subject: demanded ? "A second step is demanded at Portico" : "A second step is not demanded any more at Portico",
  text: `${demanded ? "From now on staff, admins and owners log in with a second step." : "From now on staff, admins and owners may log in without a second step."}
An owner chose that here:

${config.appUrl}/team/second-step
`,
});

/** Tells somebody who has none what they will meet. */
export const secondStepDemandedMail = (to: string): Mail => ({
  to,
  subject: "Set up a second step for Portico",
  text: `From now on Portico asks you for a second step when you log in: a code that
an app on your phone shows. Until you have set it up you can do nothing else
there, and your API tokens wait. It takes a minute or two:

${config.appUrl}/settings/two-factor-authentication
`,
});
