import { type AccessGrant, areasText, titleOfLevel } from "~/core/access/levels";
import { Badge, type BadgeFamily } from "~/ui/values/badge";

const families: Record<AccessGrant["access"], BadgeFamily> = {
  none: "neutral",
  client: "neutral",
  staff: "info",
  admin: "primary",
  owner: "success",
};

/** The user's access level, with the areas of staff. */
export function Level({ person: { access, areas } }: { person: AccessGrant }) {
  return (
    <>
      <Badge family={families[access]}>{titleOfLevel(access)}</Badge>
      {access === "staff" && <p className="mt-1 text-sm text-muted">{areasText(areas)}</p>}
    </>
  );
}
