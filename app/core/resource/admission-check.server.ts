/**
 * Rechecks access before each write, in the write's transaction: a session or permission may end while a form is still
 * arriving or a job is running.
 */
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { beforeEachChange, db } from "db";
import { users } from "db/schema";
import { type Admitted, inContext, requestContext } from "~/core/http/request-context.server";
import { RuleViolation } from "~/core/resource/act.server";
import { whereMaySignIn } from "~/core/access/access.server";

beforeEachChange(() => {
  const context = requestContext();
  context?.onChange?.();
  return context?.assertStillAdmitted?.();
});

/**
 * Runs a job for a user, even after their session ends. Its writes throw a `RuleViolation` once the user may no longer
 * sign in or their access has changed since the start.
 */
export async function onBehalfOf<Result>(person: Admitted | undefined, job: () => Promise<Result>): Promise<Result> {
  if (!person) return job();
  const context = { searches: [], person, assertStillAdmitted: () => mustHaveAccess(person) };
  try {
    return await inContext(context, job);
  } finally {
    Object.assign(context, { assertStillAdmitted: undefined });
  }
}

async function mustHaveAccess({ id, access, areas }: Admitted) {
  const [now] = await db
    .select({ access: users.access, areas: users.areas })
    .from(users)
    .where(and(eq(users.id, id), whereMaySignIn));
  if (!isDeepStrictEqual(now, { access, areas }))
    throw new RuleViolation({
      "": "The access of whoever began this has ended or was changed, so nothing was changed.",
    });
}
