import type { User } from "db/schema";
import { Avatar } from "~/ui/avatar";
import { Badge, type BadgeFamily } from "~/ui/badge";
import { Menu, MenuLink } from "~/ui/menu";
import { StatusBadge } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { sayAreas, titleOfLevel } from "./levels";

type Member = Pick<User, "id" | "name" | "email" | "image" | "status" | "access" | "areas"> & {
  deactivatedAt: Date | string | null;
  hasLogin: boolean;
  isMe: boolean;
  lastSeen: Date | string | null;
  secondStep: boolean;
  mayChange: boolean;
  mayEnd: boolean;
};

const families: Record<User["access"], BadgeFamily> = { none: "neutral", client: "neutral", staff: "info", admin: "primary", owner: "success" };

/** Who has access, a line each. */
export function Members({ people }: { people: Member[] }) {
  return (
    <ul className="divide-y divide-border">
      {people.map((person) => (
        <li key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 max-sm:px-4">
          <Avatar person={person} />
          <div className="min-w-0 flex-1 basis-48">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <a href={`/team/people/${person.id}`} className="primary-cell wrap-anywhere">
                <bdi>{person.name}</bdi>
              </a>
              {person.isMe && <Badge family="primary">You</Badge>}
              {person.status !== "Active" && <StatusBadge value={person.status} />}
              {person.deactivatedAt && <Badge icon="clock">Deactivated</Badge>}
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              <bdi>{person.email}</bdi>
            </p>
          </div>
          <div className="order-last basis-full ps-12 text-sm sm:order-none sm:w-60 sm:basis-auto sm:ps-0">
            <Badge family={families[person.access]}>{titleOfLevel(person.access)}</Badge>
            {person.access === "staff" && <p className="mt-1 text-muted">{sayAreas(person.areas)}</p>}
          </div>
          <div className="order-last basis-full ps-12 text-sm text-muted sm:order-none sm:w-44 sm:basis-auto sm:ps-0">
            <p>{seen(person)}</p>
            <p>Second step {person.secondStep ? "on" : "off"}</p>
          </div>
          <Acts person={person} />
        </li>
      ))}
    </ul>
  );
}

function seen({ lastSeen, hasLogin }: Member) {
  if (!hasLogin) return "No login yet";
  return lastSeen ? (
    <>
      Seen <Time value={lastSeen} relative />
    </>
  ) : (
    "Not seen yet"
  );
}

function Acts({ person: { id, name, mayChange, mayEnd } }: { person: Member }) {
  return (
    <Menu label={`Actions for ${name}`}>
      <MenuLink icon="shield-check" href={`/team/people/${id}`}>
        {mayChange ? "Change access" : "See access"}
      </MenuLink>
      {mayEnd && (
        <MenuLink icon="log-out" flip href={`/team/people/${id}/end-sessions`}>
          End all sessions
        </MenuLink>
      )}
      {mayChange && (
        <MenuLink icon="user-x" className="item-danger" href={`/team/people/${id}/take-away`}>
          Take access away
        </MenuLink>
      )}
    </Menu>
  );
}
