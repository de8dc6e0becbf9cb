/**
 * Loaders and actions open to visitors, grouped by reason, such as `loader features/home/home`. All others refuse
 * visitors; `routes.test.ts` and `e2e/permissions/matrix.spec.ts` hold the routes to that.
 */
const byReason: Record<string, string[]> = {
  "the frame around every page, which says the same to all visitors": ["loader root", "loader shell/layout"],
  "a page for visitors too": ["loader features/home/home"],
  "is in no production build": ["loader features/design/design"],
  "lets people in, and out": [
    "loader features/sign-in/login",
    "action features/sign-in/login",
    "loader features/sign-in/verify",
    "action features/sign-in/verify",
    "loader features/deactivation/return",
    "action features/deactivation/return",
    "loader features/sign-in/register",
    "action features/sign-in/register",
    "loader features/team/invitations/invitation",
    "loader features/team/second-factor/reset-link",
    "action features/team/second-factor/reset-link",
    "loader features/sign-in/mail/forget-password",
    "action features/sign-in/mail/forget-password",
    "loader features/sign-in/mail/email-verification",
    "action features/sign-in/mail/email-verification",
    "loader features/sign-in/mail/verification",
    "loader features/sign-in/logout",
    "action features/sign-in/logout",
    "loader features/sign-in/session",
    "action features/sign-in/session",
  ],
  "visitors choose a theme too, which a cookie of theirs keeps": [
    "loader shell/preferences",
    "action shell/preferences",
  ],
  "a link in a mail, which is signed and says for whom it is": [
    "loader features/settings/unsubscribe",
    "action features/settings/unsubscribe",
  ],
  "says nothing to a visitor; led to the login page, a stream of events would be an error in the browser": [
    "loader features/live/live",
  ],
  "drawn from the address alone": ["loader shell/icons", "loader features/files/avatar"],
  "says only what went wrong": [
    "loader features/errors/maintenance",
    "loader features/errors/server-error",
    "loader features/errors/too-large",
    "action features/errors/too-large",
    "loader features/errors/not-found",
    "action features/errors/not-found",
  ],
};

export const openToAll: ReadonlySet<string> = new Set(Object.values(byReason).flat());
