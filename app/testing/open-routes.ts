/**
 * What people may ask for who are not signed in, by the reason why they may: `loader` or `action`, and the id of its route.
 * Everything else turns them away. `routes.test.ts` and `e2e/matrix.spec.ts` hold the route list to that.
 */
const byReason: Record<string, string[]> = {
  "the frame around every page, which says the same to all visitors": ["loader root", "loader shell/layout"],
  "a page for visitors too": ["loader home/home", "loader design/design"],
  "lets people in, and out": [
    "loader auth/login",
    "action auth/login",
    "loader auth/second-factor/verify",
    "action auth/second-factor/verify",
    "loader auth/leaving/return",
    "action auth/leaving/return",
    "loader auth/register",
    "action auth/register",
    "loader team/invitation",
    "loader team/reset-link",
    "action team/reset-link",
    "loader auth/forget-password",
    "action auth/forget-password",
    "loader auth/email-verification",
    "action auth/email-verification",
    "loader auth/verification",
    "loader auth/logout",
    "action auth/logout",
    "loader auth/sessions/session",
    "action auth/sessions/session",
  ],
  "visitors choose a theme too, which a cookie of theirs keeps": [
    "loader shell/preferences",
    "action shell/preferences",
  ],
  "a link in a mail, which is signed and says for whom it is": [
    "loader notices/unsubscribe",
    "action notices/unsubscribe",
  ],
  "says nothing to a visitor; led to the login page, a stream of events would be an error in the browser": [
    "loader inbox/live",
  ],
  "drawn from the address alone": ["loader icons/icons", "loader files/avatar"],
  "says only what went wrong": [
    "loader status/maintenance",
    "loader status/server-error",
    "loader status/too-large",
    "action status/too-large",
    "loader status/not-found",
    "action status/not-found",
  ],
};

export const openToAll: ReadonlySet<string> = new Set(Object.values(byReason).flat());
