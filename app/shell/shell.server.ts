/** Data around every page: the user, their inbox and the targets of the menu's sample links. */
import { data } from "@remix-run/node";
import { config } from "config";
import { timeZone } from "db/company-settings";
import type { GoogleSettings } from "~/auth/google/google-settings";
import { diskWarning } from "~/core/files/disk.server";
import { permissionsOf } from "~/core/access/access.server";
import { userOfRequest } from "~/auth/session.server";
import { personCookie } from "~/auth/sessions/cookie.server";
import { pick } from "~/core/values/pick";
import { takeToast } from "~/core/http/respond.server";
import { inboxOf } from "~/features/inbox/inbox.server";
import { viewsAround } from "~/features/views/page-views.server";
import type { User } from "db/schema";
import { saveListState, type ListState, readListState } from "./list-state.server";
import { sampleLinks } from "./sample-links.server";

/**
 * Returns the layout's data. `user` is undefined for visitors, and for users who still have to set up a second factor.
 */
export async function shellData(request: Request) {
  const user = await userOfRequest(request);
  const { toast, headers } = await takeToast(request);
  const left = user ? await readListState(request, user) : {};
  const keeping = user && (await saveListState(request, user, left));
  if (keeping) headers.append("Set-Cookie", keeping);
  const me = user && { ...pick(user, "id", "name", "email"), cookie: personCookie };
  return data(
    {
      toast,
      timeZone: timeZone(),
      google: googleSettings(),
      me,
      user: user && !user.owesSecondFactor ? await frameData(user, request, left) : undefined,
    },
    { headers },
  );
}

/** Returns the public part of the Firebase settings. */
function googleSettings(): GoogleSettings | undefined {
  if (!config.firebase) return undefined;
  const { emulatorHost, ...project } = config.firebase;
  return { ...project, ...(emulatorHost && { emulator: `http://${emulatorHost}` }) };
}

export type Surroundings = Awaited<ReturnType<typeof frameData>>;

async function frameData(me: User, request: Request, left: ListState) {
  const { id, name, email, image } = me;
  return {
    id,
    name,
    email,
    image,
    inbox: await inboxOf(me),
    may: permissionsOf(me),
    links: sampleLinks(me),
    left,
    views: await viewsAround(me, request),
    warning: me.access === "owner" ? diskWarning() : undefined,
  };
}
