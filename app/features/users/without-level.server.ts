import { eq } from "drizzle-orm";
import { db } from "db";
import { type User, users } from "db/schema";
import { isActive, isAdmitted, may } from "~/core/access/access.server";
import type { Toast } from "~/core/http/respond.server";
import type { Actor } from "~/core/resource/act.server";

/**
 * Returns the note to show after users were set Active while some have no access level, which they need to sign in.
 * It links to the page for choosing one, if the actor may.
 */
export async function noLevelNote(rows: User[], by: Actor): Promise<Pick<Toast, "text" | "links"> | undefined> {
  const without = rows.filter((person) => isActive(person) && !isAdmitted(person));
  const [first] = without;
  if (!first) return undefined;
  const whose =
    without.length === rows.length ? "They have" : `${without.length} of them ${without.length === 1 ? "has" : "have"}`;
  const text = `${whose} no access, so they cannot sign in yet:`;
  const [me] =
    by.id === null
      ? []
      : await db.select({ access: users.access, areas: users.areas }).from(users).where(eq(users.id, by.id));
  if (!me || !may(me, "team.invite")) return { text: `${text} an owner or admin chooses a level.` };
  return {
    text,
    links: [
      without.length === 1
        ? { href: `/team/people/${first.id}/approve`, title: "choose a level" }
        : { href: "/team/waiting", title: "choose their levels" },
    ],
  };
}
