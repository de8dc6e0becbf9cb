/**
 * What let a request in may end while it is answered: a form can take minutes to arrive, and a job goes on for longer.
 * So each change that is made in its name asks first, in its own transaction, whether that still stands.
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
 * Does a job for somebody: its changes throw a `RuleViolation` from when they may not sign in any more, or have other
 * access than when it began. It may outlive their session.
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
