/** Access that is given on the machine itself. */
import { and, eq, isNull } from "drizzle-orm";
import { db, write } from "db";
import { accessAreas, accessLevels, type AreaAccess } from "db/lookups";
import { users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { system } from "~/core/resource/act.server";
import { giveAccess } from "./give.server";
import { accessTitle } from "~/core/access/levels";

const usage = "Add an address and a level, such as: npm run access -- ada@example.com owner";

/**
 * Grants a level by e-mail address, with areas such as `sales:change` for staff. Returns a sentence that reports the
 * change; throws one that explains the error.
 */
export async function giveByHand(
  email: string | undefined,
  level: string | undefined,
  areas: string[],
): Promise<string> {
  if (!email || !level) throw new Error(usage);
  const access = accessLevels.find(({ value }) => value === level.toLowerCase())?.value;
  if (!access)
    throw new Error(
      `There is no level “${level}”. The levels are: ${accessLevels.map(({ value }) => value).join(", ")}.`,
    );
  const wanted = access === "staff" ? readAreas(areas) : {};
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, canonicalAddress(email)), isNull(users.deletedAt)));
  if (!person)
    throw new Error(`No user has the address ${email}. Register with it first, or add the person under Users.`);
  const given = await write((tx) => giveAccess(tx, system, person.id, { access, areas: wanted }));
  const login = given.uid || access === "none" ? "" : " They have no login yet: register with this address to sign in.";
  const away =
    given.deactivatedAt && access !== "none" ? " Their account is deactivated: they come back by logging in." : "";
  return `${given.name} has ${accessTitle(given) === "no access" ? "no access" : `access as ${accessTitle(given)}`} now.${login}${away}`;
}

function readAreas(typed: string[]): AreaAccess {
  if (typed.length === 0)
    throw new Error(
      `Staff need areas, such as sales:change or support:view. The areas are: ${accessAreas.map(({ value }) => value).join(", ")}.`,
    );
  const read = typed.map((one) => {
    const [area, verb = ""] = one.toLowerCase().split(":");
    const known = accessAreas.find(({ value }) => value === area)?.value;
    if (!known || !["view", "change"].includes(verb))
      throw new Error(
        `“${one}” is not an area. Use sales:change or support:view, for example. The areas are: ${accessAreas.map(({ value }) => value).join(", ")}.`,
      );
    return [known, verb] as const;
  });
  return Object.fromEntries(read);
}
