import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isWaiting } from "~/core/access/access.server";
import { statusChangeRefusal } from "~/core/access/grants.server";
import { useMay } from "~/core/access/may";
import { howMany } from "~/core/values/noun";
import { guard } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { statusPath } from "~/core/values/status";
import { Avatar } from "~/ui/values/avatar";
import { fieldColumn } from "~/ui/list/field-column";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { MenuButton, MenuLink } from "~/ui/overlay/menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { userFields } from "./fields";
import { listedOf } from "./rules.server";
import { countAwaitingApproval, userResource } from "./users.server";

export const meta: MetaFunction = () => [{ title: "Users · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, userResource, "view");
  const { rows, view } = await listScreen(userResource.list, me, request);
  const users = rows.map((user) => ({
    ...listedOf(user),
    ...(isWaiting(user) && { awaitsApproval: true }),
    ...(user.id !== me.id && statusChangeRefusal(me, user) && { isAbove: true }),
  }));
  const isPendingTab = new URL(request.url).searchParams.get("status") === "Pending" && !view.trash;
  return { users, view, me: me.id, awaitingApproval: isPendingTab ? await countAwaitingApproval() : undefined };
}

type Row = Awaited<ReturnType<typeof loader>>["users"][number];

export default function Users() {
  const { users, view, me, awaitingApproval } = useLoaderData<typeof loader>();
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
    >
      {awaitingApproval !== undefined && <AwaitingApproval count={awaitingApproval} />}
    </ListScreen>
  );
}

/** Shows how many users await approval, because Pending users include others who did not register themselves. */
function AwaitingApproval({ count }: { count: number }) {
  const maySee = useMay()("team.view");
  const text = howMany(count, { one: "person awaits approval", many: "people await approval" });
  return (
    <p className="mb-5 text-sm text-muted">
      {count === 0 ? (
        "Nobody awaits approval."
      ) : (
        <>
          {maySee ? (
            <a className="link" href="/team/waiting">
              {text}
            </a>
          ) : (
            text
          )}
          .
        </>
      )}{" "}
      Only people who registered themselves do. Others who are Pending were added here, and have no login.
    </p>
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

/** The status changes offered for each status. */
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
      {!isMe && mayLetIn && ("awaitsApproval" in user || user.status === "Pending") && (
        <MenuLink icon="circle-check" href={`/team/people/${user.id}/approve`}>
          {"awaitsApproval" in user ? "Approve…" : "Give access…"}
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
