import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { Badge } from "~/ui/values/badge";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { MenuButton, MenuLink, MenuRule } from "~/ui/overlay/menu";
import { viewFields } from "./fields";
import { countText } from "./count";
import { countsOf } from "./counts.server";
import { hrefOf, listAt } from "./lists.server";
import { pinnedOf } from "./pins.server";
import { ownersOf, viewResource } from "./views.server";

export const meta: MetaFunction = () => [{ title: "Views · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, viewResource, "view");
  const { rows, view } = await listScreen(viewResource.list, me, request);
  const [owners, counts] = [await ownersOf(rows), await countsOf(me, rows)];
  const pins = (await pinnedOf(me)).map(({ id }) => id);
  const views = rows.map((row) => {
    const list = listAt(me, row.path);
    const place = pins.indexOf(row.id);
    return {
      ...pick(row, "id", "name", "shared"),
      list: list?.title ?? "A list that is there no longer",
      href: list ? hrefOf(list, row.search) : `/views/${row.id}`,
      isOwn: row.ownerId === me.id,
      owner: owners.get(row.ownerId) ?? "",
      count: countText(counts[row.id]),
      pinned: place >= 0 && { isFirst: place === 0, isLast: place === pins.length - 1 },
    };
  });
  return { views, view };
}

type Row = Awaited<ReturnType<typeof loader>>["views"][number];

export default function Views() {
  const { views, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={views}
      summary="Lists as you and others narrowed them, under a name. What is pinned stands in your menu."
      searchHint="Search name"
      rowLabel={(row) => `“${row.name}”`}
      rowEdit={({ id }) => `/views/${id}`}
      empty={{ title: "No views yet", text: "Open a list, filter it, and choose Views, then Save this view." }}
      columns={[
        {
          key: "name",
          label: viewFields.name.label,
          sort: "name",
          narrow: "first",
          cell: (row) => <Name row={row} trash={view.trash} />,
        },
        {
          key: "list",
          label: viewFields.path.label,
          narrow: "second",
          className: "text-muted",
          cell: (row) => <List row={row} />,
        },
        {
          key: "owner",
          label: viewFields.ownerId.label,
          className: "text-muted",
          cell: (row) => <bdi className="clip">{row.isOwn ? "You" : row.owner}</bdi>,
        },
        { key: "shared", label: "Sharing", cell: (row) => <Sharing shared={row.shared} /> },
        {
          key: "pinned",
          label: "In my menu",
          room: "wider",
          cell: (row) => (row.pinned ? <Badge icon="pin">Pinned</Badge> : <span className="text-muted">No</span>),
        },
        { key: "rows", label: "Rows", narrow: "end", className: "end num", cell: (row) => row.count },
      ]}
      bulk={[]}
      rowMenu={(row) => <RowMenu row={row} trash={view.trash} />}
    />
  );
}

function Name({ row, trash }: { row: Row; trash: boolean }) {
  return (
    <a href={trash ? `/views/${row.id}` : row.href} className="primary-cell">
      <bdi>{row.name}</bdi>
    </a>
  );
}

/** The list's title; on narrow screens also owner and sharing, which have no columns there. */
function List({ row: { list, isOwn, owner, shared } }: { row: Row }) {
  return (
    <>
      {list}
      <span className="hidden @max-2xl:inline">
        {" · "}
        <bdi>{isOwn ? "yours" : owner}</bdi>
        {" · "}
        {shared ? "shared" : "private"}
      </span>
    </>
  );
}

function Sharing({ shared }: { shared: boolean }) {
  return shared ? (
    <Badge family="info" icon="users">
      Shared
    </Badge>
  ) : (
    <Badge icon="lock">Private</Badge>
  );
}

function RowMenu({ row, trash }: { row: Row; trash: boolean }) {
  const page = `/views/${row.id}`;
  if (trash)
    return (
      <MenuButton icon="undo-2" formAction={`${page}/restore`}>
        Restore
      </MenuButton>
    );
  return (
    <>
      <MenuLink icon="arrow-right" flip href={row.href}>
        Open
      </MenuLink>
      <MenuLink icon={row.isOwn ? "pencil-line" : "eye"} href={page}>
        {row.isOwn ? "Edit" : "Look at it"}
      </MenuLink>
      <MenuButton
        icon={row.pinned ? "pin-off" : "pin"}
        name="pinned"
        value={row.pinned ? "no" : "yes"}
        formAction={`${page}/pin`}
      >
        {row.pinned ? "Unpin from my menu" : "Pin in my menu"}
      </MenuButton>
      {row.pinned && !row.pinned.isFirst && (
        <MenuButton icon="arrow-up" name="direction" value="up" formAction={`${page}/move`}>
          Move up in my menu
        </MenuButton>
      )}
      {row.pinned && !row.pinned.isLast && (
        <MenuButton icon="arrow-down" name="direction" value="down" formAction={`${page}/move`}>
          Move down in my menu
        </MenuButton>
      )}
      {row.isOwn && (
        <>
          <MenuRule />
          <MenuButton icon="trash-2" danger formAction={`${page}/trash`}>
            Delete
          </MenuButton>
        </>
      )}
    </>
  );
}
