import { useMay } from "~/core/access/may";
import { statusPath } from "~/core/values/status";
import { Avatar } from "~/ui/values/avatar";
import { Badge } from "~/ui/values/badge";
import { Button, ButtonLink } from "~/ui/button";
import type { Column } from "~/ui/list/screen/list-table";
import { MenuLink } from "~/ui/overlay/menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { Level } from "./level";
import type { Member as FromServer } from "./team.server";

type Dates = "createdAt" | "deactivatedAt" | "lastSeen" | "resetAt";
export type Member = Omit<FromServer, Dates> & {
  createdAt: Date | string;
  deactivatedAt: Date | string | null;
  lastSeen: Date | string | null;
  resetAt: Date | string | null;
};

const nameColumn: Column<Member> = {
  key: "name",
  label: "Name",
  sort: "name",
  narrow: "first",
  cell: (person) => <Who person={person} />,
};
const levelColumn: Column<Member> = {
  key: "level",
  label: "Access",
  sort: "level",
  narrow: "second",
  cell: (person) => <Level person={person} />,
};
const lastSeenColumn: Column<Member> = {
  key: "seen",
  label: "Last seen",
  className: "text-muted",
  cell: (person) => lastSeen(person),
};
const secondFactorColumn: Column<Member> = {
  key: "step",
  label: "Second factor",
  narrow: "end",
  cell: (person) => <SecondFactor person={person} />,
};
const since: Column<Member> = {
  key: "since",
  label: "In the directory since",
  sort: "createdAt",
  narrow: "second",
  className: "text-muted",
  cell: ({ createdAt }) => <Time value={createdAt} />,
};
const decisionColumn: Column<Member> = {
  key: "decide",
  label: "Approve",
  narrow: "end",
  cell: (person) => <Decide person={person} />,
};

export function columnsOf(path: string): Column<Member>[] {
  if (path === "/team/waiting") return [nameColumn, since, decisionColumn];
  return path === "/team/clients"
    ? [nameColumn, since, lastSeenColumn, secondFactorColumn]
    : [nameColumn, levelColumn, lastSeenColumn, secondFactorColumn];
}

function Who({ person }: { person: Member }) {
  return (
    <div className="person">
      <Avatar person={person} />
      <div>
        <a href={`/team/people/${person.id}`} className="primary-cell">
          <bdi>{person.name}</bdi>
        </a>
        <p>{person.email}</p>
        <Marks person={person} />
      </div>
      {person.isMe && (
        <Badge family="primary" className="flex-none">
          You
        </Badge>
      )}
    </div>
  );
}

/** Further states of a user, on a line of their own because long names are truncated. */
function Marks({ person: { status, deactivatedAt } }: { person: Member }) {
  if (status === "Active" && !deactivatedAt) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      {status !== "Active" && <StatusBadge value={status} />}
      {deactivatedAt && <Badge icon="clock">Deactivated</Badge>}
    </div>
  );
}

/** The second factor, with its label on narrow screens, where columns have no heading. */
function SecondFactor({ person: { secondFactor, resetAt } }: { person: Member }) {
  return (
    <div
      className={`gap-x-2 @max-2xl:flex ${resetAt ? "@max-2xl:flex-col @max-2xl:items-end" : "@max-2xl:items-center"}`}
    >
      <span className="hidden text-sm text-muted @max-2xl:inline">Second factor</span>
      {resetAt ? (
        <Badge icon="clock" family="warning">
          Reset pending
        </Badge>
      ) : (
        <Badge icon={secondFactor ? "shield-check" : undefined} family={secondFactor ? "success" : "neutral"}>
          {secondFactor ? "On" : "Off"}
        </Badge>
      )}
      {resetAt && (
        <p className="mt-1 text-sm text-muted">
          by <Time value={resetAt} clock />
        </p>
      )}
    </div>
  );
}

function lastSeen({ lastSeen, hasLogin }: Member) {
  if (!hasLogin) return "No login yet";
  return lastSeen ? <Time value={lastSeen} relative /> : "Not yet";
}

/** Actions on a user who awaits approval: choose an access level on a separate page, or reject. */
function Decide({ person: { id, name, status } }: { person: Member }) {
  const may = useMay();
  if (!may("team.invite")) return null;
  return (
    <Form method="post" action={statusPath(`/users/${id}`, status)} className="flex flex-wrap gap-2" preventScrollReset>
      <input type="hidden" name="back" value="/team/waiting" />
      <ButtonLink
        size="sm"
        icon="circle-check"
        href={`/team/people/${id}/approve`}
        aria-label={`Approve ${name}: choose a level`}
      >
        Approve…
      </ButtonLink>
      {may("people.change") && (
        <Button
          size="sm"
          variant="outline"
          color="error"
          icon="circle-x"
          name="status"
          value="Rejected"
          aria-label={`Reject ${name}`}
        >
          Reject
        </Button>
      )}
    </Form>
  );
}

/** The actions on a user's access. */
export function MemberMenu({ person: { id, access, mayChange, mayEnd, mayReset, resetAt } }: { person: Member }) {
  const may = useMay();
  return (
    <>
      {access !== "none" && (
        <MenuLink icon="shield-check" href={`/team/people/${id}`}>
          {mayChange ? "Change access" : "See access"}
        </MenuLink>
      )}
      {mayReset && (
        <MenuLink icon="key-round" href={`/team/people/${id}/reset-second-factor`}>
          {resetAt ? "Call off the reset" : "Reset second factor"}
        </MenuLink>
      )}
      {mayEnd && (
        <MenuLink icon="log-out" flip href={`/team/people/${id}/end-sessions`}>
          End all sessions
        </MenuLink>
      )}
      {access !== "none" && mayChange && (
        <MenuLink icon="user-x" className="item-danger" href={`/team/people/${id}/take-away`}>
          Take access away
        </MenuLink>
      )}
      {may("people.view") && (
        <MenuLink icon="user" href={`/users/${id}`}>
          Person
        </MenuLink>
      )}
    </>
  );
}
