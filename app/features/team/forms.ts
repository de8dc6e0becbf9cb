/** The forms of the team page. Browser-safe. */
import { z } from "zod";
import { accessAreas, type AccessLevel, accessLevels, type AreaAccess } from "db/lookups";
import { email } from "~/core/form/rules";
import { type AccessGrant, tidyAccess } from "~/core/access/levels";

const area = z.enum(["", "view", "change"]).catch("");
const levels = accessLevels.map(({ value }) => value).filter((value) => value !== "none") as [
  AccessLevel,
  ...AccessLevel[],
];

const fields = {
  access: z.enum(levels, { error: "Choose a level" }),
  sales: area,
  support: area,
  people: area,
  reports: area,
};

/** The level and areas of a user. `seen` is the access that the form showed. */
export const AccessForm = z.object({ ...fields, seen: z.string().max(200).optional() });
export const InviteForm = z.object({ email: email(), ...fields });

/** The rules for a form that only confirms an action. */
export const ActForm = z.object({ seen: z.string().max(200).optional() });

/** Returns the grant that the form describes, or errors by field. */
export function grantOf(
  values: Omit<z.output<typeof AccessForm>, "seen">,
): { to: AccessGrant } | { errors: Record<string, string> } {
  const areas = Object.fromEntries(
    accessAreas.flatMap(({ value }) => (values[value] ? [[value, values[value]]] : [])),
  ) as AreaAccess;
  const to = tidyAccess({ access: values.access, areas });
  if (to.access === "staff" && Object.keys(to.areas).length === 0)
    return { errors: { sales: "Choose at least one area: staff without any can do nothing" } };
  return { to };
}
