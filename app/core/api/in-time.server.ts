import { NotItsTurn, withPatience } from "db";
import { answer } from "~/core/http/api.server";

/** So long a change waits for its turn, in seconds: less than most programs wait for an answer. Tests lower it. */
export const writeTimeout = { seconds: 30 };

/** Answers a change that does not get its turn in time with a 503: it is not made then, also not later. */
export async function inTime(change: () => Promise<Response>): Promise<Response> {
  try {
    return await withPatience(writeTimeout.seconds * 1000, change);
  } catch (error) {
    if (!(error instanceof NotItsTurn)) throw error;
    return answer(
      { message: `Another change goes on that takes long. Nothing was changed: try again in half a minute.` },
      { status: 503, headers: { "Retry-After": "30" } },
    );
  }
}
