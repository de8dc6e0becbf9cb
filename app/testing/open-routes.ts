/**
 * What people may ask for who are not signed in, by the reason why they may: `loader` or `action`, and the id of its route.
 * Everything else turns them away. `routes.test.ts` and `e2e/matrix.spec.ts` hold the route list to that.
 */
const byReason: Record<string, string[]> = {
  "the frame around every page, which says the same to all visitors": ["loader root", "loader shell/layout"],
  "a page for visitors too": ["loader features/home/home", "loader features/design/design"],
  "lets people in, and out": [
    "loader auth/sign-in/login",
    "action auth/sign-in/login",
    "loader auth/second-factor/verify",
    "action auth/second-factor/verify",
    "loader auth/deactivation/return",
    "action auth/deactivation/return",
    "loader auth/sign-in/register",
    "action auth/sign-in/register",
    "loader features/team/invitations/invitation",
    "loader features/team/second-step/reset-link",
    "action features/team/second-step/reset-link",
    "loader auth/sign-in/forget-password",
    "action auth/sign-in/forget-password",
    "loader auth/sign-in/email-verification",
    "action auth/sign-in/email-verification",
    "loader auth/sign-in/verification",
    "loader auth/sign-in/logout",
    "action auth/sign-in/logout",
    "loader auth/sessions/session",
    "action auth/sessions/session",
  ],
  "visitors choose a theme too, which a cookie of theirs keeps": [
    "loader shell/preferences",
    "action shell/preferences",
  ],
  "a link in a mail, which is signed and says for whom it is": [
    "loader features/notifications/unsubscribe",
    "action features/notifications/unsubscribe",
  ],
  "says nothing to a visitor; led to the login page, a stream of events would be an error in the browser": [
    "loader features/inbox/live",
  ],
  "drawn from the address alone": ["loader ui/icons/icons", "loader features/files/avatar"],
  "says only what went wrong": [
    "loader core/errors/maintenance",
    "loader core/errors/server-error",
    "loader core/errors/too-large",
    "action core/errors/too-large",
    "loader core/errors/not-found",
    "action core/errors/not-found",
  ],
};

export const openToAll: ReadonlySet<string> = new Set(Object.values(byReason).flat());
