import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { buttonClass, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icons/icon";
import { PageTitle } from "~/ui/page-title";
import { pageRange, Pagination } from "~/ui/list/pagination";
import { Tabs } from "~/ui/list/tabs";
import { Form } from "~/ui/owned-form";
import { type BoxName, boxes, countText } from "./boxes";
import { boxAt, boxPage } from "./inbox.server";
import { InboxItem, type Item } from "./item";
import { MarkAll } from "./popover";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${boxes[data.name].title} · Portico` : "Portico" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const { searchParams } = new URL(request.url);
  return boxPage(me, boxAt(request), {
    page: recordId(searchParams.get("page")),
    unreadOnly: searchParams.get("unread") === "1",
  });
}

/** A page with all items of one of the inboxes. */
export default function Box() {
  const { name, items, unread, everything, total, page, pages, size, unreadOnly } = useLoaderData<typeof loader>();
  const { title, lead, href } = boxes[name];
  const address = (number: number) =>
    `${href}?${new URLSearchParams({ ...(unreadOnly && { unread: "1" }), page: String(number) }).toString()}`;
  return (
    <>
      <PageTitle
        title={title}
        summary={lead}
        actions={
          <>
            {unread > 0 && <MarkAll name={name} className="btn btn-outline" />}
            <ButtonLink variant="outline" icon="settings" href="/settings/notification">
              Settings
            </ButtonLink>
          </>
        }
      />
      <Tabs
        label="Show"
        className="mb-4"
        tabs={[
          { href, title: "All", count: everything, current: !unreadOnly },
          { href: `${href}?unread=1`, title: "Unread", count: countText(unread), current: unreadOnly },
        ]}
      />
      <Card aria-label={title}>
        {items.length === 0 ? (
          <Nothing name={name} unreadOnly={unreadOnly} everything={everything} />
        ) : (
          <ul>
            {items.map((item) => (
              <Row key={item.id} name={name} item={item} />
            ))}
          </ul>
        )}
        {total > size && (
          <Pagination page={page} pages={pages} href={address}>
            <p>{pageRange(page, size, total)}</p>
          </Pagination>
        )}
      </Card>
    </>
  );
}

function Nothing({ name, unreadOnly, everything }: { name: BoxName; unreadOnly: boolean; everything: number }) {
  const { empty, href } = boxes[name];
  const read = unreadOnly && everything > 0;
  return (
    <Empty
      title={empty}
      actions={
        read && (
          <ButtonLink variant="outline" href={href}>
            Show all
          </ButtonLink>
        )
      }
    >
      {read
        ? "You have read everything."
        : name === "messages"
          ? "Messages on your tickets appear here."
          : "Choose what to be notified of in the settings."}
    </Empty>
  );
}

/** An item with a button to mark it as read or unread without opening it. */
function Row({ name, item }: { name: BoxName; item: Item }) {
  const { pathname, search } = useLocation();
  const unread = item.readAt === null;
  const label = unread ? "Mark as read" : "Mark as unread";
  return (
    <li className="inbox-row">
      <InboxItem box={name} item={item} />
      <Form method="post" action={`${boxes[name].href}/${item.id}/mark`} preventScrollReset className="no-print">
        <input type="hidden" name="read" value={unread ? "1" : "0"} />
        <input type="hidden" name="back" value={pathname + search} />
        <button
          className={buttonClass({ variant: "ghost", size: "icon" })}
          title={label}
          aria-label={`${label}: ${item.fromName} ${item.text}`.slice(0, 200)}
        >
          <Icon name={unread ? "check" : "mail"} />
        </button>
      </Form>
    </li>
  );
}
