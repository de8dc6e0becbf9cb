/** What is known of the last maintenance. Loads none of its pieces: a command that only looks imports this too. */
import { eq } from "drizzle-orm";
import { db } from "db";
import { jobs } from "db/schema";

export const jobName = "maintenance";

const failed = ": this failed, and will be tried again. The log says why.";

/** The line of a piece that failed. */
export const failure = (piece: string) => piece + failed;

/** When all of it was last done, as ISO 8601, and which pieces failed then. */
export async function lastMaintenance(): Promise<{ last: string | null; failed: string[] }> {
  const [job] = await db.select().from(jobs).where(eq(jobs.name, jobName));
  const lines = job?.lastResult?.split("\n") ?? [];
  return {
    last: job?.lastRunAt?.toISOString() ?? null,
    failed: lines.filter((line) => line.endsWith(failed)).map((line) => line.slice(0, -failed.length)),
  };
}
