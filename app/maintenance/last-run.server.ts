/** Results of the last maintenance run. Imports none of its tasks, because status commands load this too. */
import { eq } from "drizzle-orm";
import { db } from "db";
import { jobs } from "db/schema";

export const jobName = "maintenance";

const failed = ": this failed, and will be tried again. The log says why.";

/** Returns the result line of a failed task. */
export const failure = (piece: string) => piece + failed;

/** Returns when maintenance last ran, as ISO 8601, and which tasks failed. */
export async function lastMaintenance(): Promise<{ last: string | null; failed: string[] }> {
  const [job] = await db.select().from(jobs).where(eq(jobs.name, jobName));
  const lines = job?.lastResult?.split("\n") ?? [];
  return {
    last: job?.lastRunAt?.toISOString() ?? null,
    failed: lines.filter((line) => line.endsWith(failed)).map((line) => line.slice(0, -failed.length)),
  };
}
