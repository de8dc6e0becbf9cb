import { WriteTimeout, withWriteTimeout } from "db";
import { answer } from "~/core/http/api.server";

/** How long a write waits for its turn, in seconds: less than most clients' timeouts. Tests lower it. */
export const writeTimeout = { seconds: 30 };

/** Returns a 503 response if a write does not get its turn in time; it is not carried out later either. */
export async function respondInTime(change: () => Promise<Response>): Promise<Response> {
  try {
    return await withWriteTimeout(writeTimeout.seconds * 1000, change);
  } catch (error) {
    if (!(error instanceof WriteTimeout)) throw error;
    return answer(
      { message: `Another change goes on that takes long. Nothing was changed: try again in half a minute.` },
      { status: 503, headers: { "Retry-After": "30" } },
    );
  }
}
