/** Where somebody is signed in, as pages show it. */
import { currentSession } from "./cookie.server";
import { describeDevice } from "./device";
import { listSessions } from "./sessions.server";

/** The browsers of a person, latest seen first. `id` names a session and opens nothing. */
export async function sessionsOf(request: Request, userId: number) {
  const here = await currentSession(request);
  return (await listSessions(userId)).map(({ tokenHash, device, address, createdAt, lastSeenAt }) => {
    return { id: tokenHash, here: tokenHash === here, device: describeDevice(device), address, createdAt, lastSeenAt };
  });
}

export type ShownSession = Awaited<ReturnType<typeof sessionsOf>>[number];
