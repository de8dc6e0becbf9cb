import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { whyMayNotKeepOut } from "~/core/access/grants.server";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { statusPath } from "~/core/values/status";
import { Avatar } from "~/ui/values/avatar";
import { fieldColumn } from "~/ui/list/field-column";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { MenuButton, MenuLink } from "~/ui/overlay/menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { userFields } from "./fields";
import { shownOf } from "./rules.server";
import { userList } from "./list.server";

export const meta: MetaFunction = () => [{ title: "Users · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "people.view");
  const { rows, view } = await listScreen(userList, me, request);
  const users = rows.map((user) => ({
    ...shownOf(user),
    ...(user.id !== me.id && whyMayNotKeepOut(me, user) && { isAbove: true }),
  }));
  return { users, view, me: me.id };
}

type Row = Awaited<ReturnType<typeof loader>>["users"][number];

export default function Users() {
  const { users, view, me } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={users}
      summary="Everyone in the directory, newest first."
      searchHint="Search name or e-mail"
      rowLabel={(user) => user.name}
      columns={[
        fieldColumn<Row>(userFields.name, { narrow: "first", cell: (user) => <Person user={user} /> }),
        fieldColumn<Row>(userFields.role, { narrow: "second" }),
        fieldColumn<Row>(userFields.status, {
          narrow: "end",
          cell: (user) => <StatusBadge value={user.status} />,
        }),
        fieldColumn<Row>(userFields.company, { room: "widest", className: "text-muted" }),
        fieldColumn<Row>(userFields.country, { room: "wide", className: "text-muted" }),
        fieldColumn<Row>(userFields.phone, { room: "wider", className: "num text-muted" }),
        fieldColumn<Row>(userFields.createdAt, { className: "num text-muted lg:whitespace-nowrap" }),
      ]}
      bulk={[
        { label: "Activate", icon: "circle-check", name: "status", value: "Active" },
        { label: "Ban", icon: "ban", name: "status", value: "Banned" },
        { label: "Reject", icon: "circle-x", name: "status", value: "Rejected" },
        { label: "Set to pending", icon: "clock", name: "status", value: "Pending", rare: true },
      ]}
      rowEdit={({ id }) => `/users/${id}`}
      rowMenu={(user) => <RowMenu user={user} trash={view.trash} isMe={user.id === me} />}
    />
  );
}

function Person({ user }: { user: Row }) {
  return (
    <div className="person">
      <Avatar person={user} />
      <div>
        <a href={`/users/${user.id}`} className="primary-cell">
          <bdi>{user.name}</bdi>
        </a>
        <p>{user.email}</p>
      </div>
    </div>
  );
}

/** Where a person's status may sensibly go from where it is. */
const statusActs = {
  Active: [{ label: "Ban", icon: "ban", value: "Banned" }],
  Banned: [{ label: "Activate", icon: "circle-check", value: "Active" }],
  Pending: [{ label: "Reject", icon: "circle-x", value: "Rejected" }],
  Rejected: [{ label: "Activate", icon: "circle-check", value: "Active" }],
} as const;

function RowMenu({ user, trash, isMe }: { user: Row; trash: boolean; isMe: boolean }) {
  const mayLetIn = useMay()("team.invite");
  const mayKeepOut = !isMe && !("isAbove" in user);
  if (trash)
    return (
      mayKeepOut && (
        <MenuButton icon="undo-2" formAction={`/users/${user.id}/restore`}>
          Restore
        </MenuButton>
      )
    );
  return (
    <>
      <MenuLink icon="pencil-line" href={`/users/${user.id}`}>
        Edit
      </MenuLink>
      <MenuLink icon="mail" href={`mailto:${user.email}`}>
        Send e-mail
      </MenuLink>
      {isMe && (
        <MenuLink icon="log-out" href="/settings/account-deactivation">
          Account Deactivation
        </MenuLink>
      )}
      {!isMe && user.status === "Pending" && mayLetIn && (
        <MenuLink icon="circle-check" href={`/team/people/${user.id}/approve`}>
          Approve…
        </MenuLink>
      )}
      {mayKeepOut &&
        statusActs[user.status].map((act) => (
          <MenuButton
            key={act.value}
            icon={act.icon}
            formAction={statusPath(`/users/${user.id}`, user.status)}
            name="status"
            value={act.value}
          >
            {act.label}
          </MenuButton>
        ))}
      {mayKeepOut && (
        <MenuButton icon="trash-2" danger formAction={`/users/${user.id}/trash`}>
          Delete
        </MenuButton>
      )}
    </>
  );
}
