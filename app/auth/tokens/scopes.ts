/** Scopes of a token: areas to view or to change and, separately, people's access. Browser-safe. */
import { accessAreas, type AccessLevel, type AreaAccess } from "db/lookups";

export interface TokenScopes {
  areas: AreaAccess;
  /** Whether the token may also change people's status and sign-in address, and delete people. */
  access: boolean;
}

/** Returns the areas that a user may give to a token. Clients have none: their tokens read their own records. */
export function areasOf({ access, areas }: { access: AccessLevel; areas: AreaAccess }): AreaAccess {
  if (access === "owner" || access === "admin")
    return Object.fromEntries(accessAreas.map(({ value }) => [value, "change"]));
  return access === "staff" ? areas : {};
}

/** Returns the areas that both allow, each with the lower level. */
export function intersectAreas(one: AreaAccess, other: AreaAccess): AreaAccess {
  const both = accessAreas.filter(({ value }) => one[value] && other[value]);
  return Object.fromEntries(
    both.map(({ value }) => [value, one[value] === "change" && other[value] === "change" ? "change" : "view"]),
  );
}

export const allowsChanges = ({ areas }: Pick<TokenScopes, "areas">) => Object.values(areas).includes("change");

/** Returns a description of the scopes, one line for each. */
export function scopeLabels({ areas, access }: TokenScopes): string[] {
  const named = accessAreas.flatMap(({ value, title }) => (areas[value] ? [`${title}: ${areas[value]}`] : []));
  return [...(named.length > 0 ? named : ["Own records: view"]), ...(access ? ["People’s access: change"] : [])];
}
