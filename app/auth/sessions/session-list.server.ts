/** The sessions of a user, for pages. */
import { currentSession } from "./cookie.server";
import { describeDevice } from "./device";
import { listSessions } from "./sessions.server";

/** Returns the user's sessions, latest use first. `id` is a hash, which cannot be used to sign in. */
export async function sessionsOf(request: Request, userId: number) {
  const here = await currentSession(request);
  return (await listSessions(userId)).map(({ tokenHash, device, address, createdAt, lastSeenAt }) => {
    return { id: tokenHash, here: tokenHash === here, device: describeDevice(device), address, createdAt, lastSeenAt };
  });
}

export type ShownSession = Awaited<ReturnType<typeof sessionsOf>>[number];
