import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { guard } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { statusPath } from "~/core/values/status";
import { ButtonLink } from "~/ui/button";
import { RecordLink } from "~/ui/list/record-link";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { MenuButton, MenuLink } from "~/ui/overlay/menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { votesOn } from "./published.server";
import { faqResource } from "./faqs.server";

export const meta: MetaFunction = () => [{ title: "Manage FAQs · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, faqResource, "view");
  const { rows, view } = await listScreen(faqResource.list, me, request);
  const votes = await votesOn(rows.map(({ id }) => id));
  const faqs = rows.map((faq) => ({
    ...pick(faq, "id", "question", "topic", "status", "position"),
    votes: votes.get(faq.id),
  }));
  return { faqs, view };
}

type Row = Awaited<ReturnType<typeof loader>>["faqs"][number];

export default function ManageFaqs() {
  const { faqs, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={faqs}
      summary="Choose a topic to see its questions in the order in which people read them."
      searchHint="Search question or answer"
      rowLabel={(faq) => faq.question}
      rowEdit={({ id }) => `/support/faqs/manage/${id}`}
      actions={
        <>
          <ButtonLink variant="outline" icon="search" href="/support/faqs/searches">
            Unanswered searches
          </ButtonLink>
          <ButtonLink variant="outline" icon="eye" href="/support/faqs">
            Read FAQs
          </ButtonLink>
        </>
      }
      columns={[
        {
          key: "question",
          label: "Question",
          sort: "question",
          narrow: "first",
          cell: ({ id, question }) => <RecordLink href={`/support/faqs/manage/${id}`} name={question} />,
        },
        { key: "topic", label: "Topic", narrow: "second", className: "text-muted", cell: (faq) => faq.topic },
        { key: "position", label: "Place", sort: "position", className: "end", cell: (faq) => faq.position },
        { key: "votes", label: "Helpful", className: "end", cell: (faq) => <Votes of={faq} /> },
        { key: "status", label: "Status", narrow: "end", cell: (faq) => <StatusBadge value={faq.status} /> },
      ]}
      bulk={[
        { label: "Publish", icon: "globe", name: "status", value: "Published" },
        { label: "Team only", icon: "users", name: "status", value: "Team only" },
        { label: "Unpublish", icon: "pencil-line", name: "status", value: "Draft" },
      ]}
      rowMenu={(faq) => <RowMenu faq={faq} trash={view.trash} />}
    />
  );
}

function Votes({ of: { votes } }: { of: Row }) {
  if (!votes) return <span className="text-subtle">–</span>;
  return (
    <>
      {formatNumber(votes.yes)} <span className="text-muted">of {formatNumber(votes.yes + votes.no)}</span>
    </>
  );
}

function RowMenu({ faq: { id, status, position }, trash }: { faq: Row; trash: boolean }) {
  const page = `/support/faqs/manage/${id}`;
  if (trash)
    return (
      <MenuButton icon="undo-2" formAction={`${page}/restore`}>
        Restore
      </MenuButton>
    );
  const isRead = status !== "Draft";
  const move = { formAction: `${page}/move?seen=${position}`, name: "direction" };
  return (
    <>
      {isRead && (
        <MenuLink icon="eye" href={`/support/faqs/${id}`}>
          View
        </MenuLink>
      )}
      <MenuLink icon="pencil-line" href={page}>
        Edit
      </MenuLink>
      <MenuButton icon="arrow-up" {...move} value="up">
        Move up
      </MenuButton>
      <MenuButton icon="arrow-down" {...move} value="down">
        Move down
      </MenuButton>
      <MenuButton
        icon={isRead ? "archive" : "globe"}
        formAction={statusPath(page, status)}
        name="status"
        value={isRead ? "Draft" : "Published"}
      >
        {isRead ? "Unpublish" : "Publish"}
      </MenuButton>
      <MenuButton icon="trash-2" danger formAction={`${page}/trash`}>
        Delete
      </MenuButton>
    </>
  );
}
