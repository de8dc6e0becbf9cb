/** What a token opens: areas, each to view or to change, and people's access where that is named. Browser-safe. */
import { accessAreas, type AccessLevel, type AreaAccess } from "db/lookups";

export interface TokenScopes {
  areas: AreaAccess;
  /** Whether it may also change people's status and sign-in address, and take people away. */
  access: boolean;
}

/** What somebody may give to a token of theirs. Clients have no areas: theirs shows their own records. */
export function areasOf({ access, areas }: { access: AccessLevel; areas: AreaAccess }): AreaAccess {
  if (access === "owner" || access === "admin")
    return Object.fromEntries(accessAreas.map(({ value }) => [value, "change"]));
  return access === "staff" ? areas : {};
}

/** The lesser of two: what both of them allow. */
export function lesser(one: AreaAccess, other: AreaAccess): AreaAccess {
  const both = accessAreas.filter(({ value }) => one[value] && other[value]);
  return Object.fromEntries(
    both.map(({ value }) => [value, one[value] === "change" && other[value] === "change" ? "change" : "view"]),
  );
}

/** Whether it changes anything at all. */
export const changes = ({ areas }: Pick<TokenScopes, "areas">) => Object.values(areas).includes("change");

/** What a token may, in words: one line for each of its scopes. */
export function scopeLabels({ areas, access }: TokenScopes): string[] {
  const named = accessAreas.flatMap(({ value, title }) => (areas[value] ? [`${title}: ${areas[value]}`] : []));
  return [...(named.length > 0 ? named : ["Own records: view"]), ...(access ? ["People’s access: change"] : [])];
}
