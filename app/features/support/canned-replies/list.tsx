import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { RecordLink } from "~/ui/list/record-link";
import { RecordRowMenu } from "~/ui/list/record-row-menu";
import { plainText } from "../markdown.server";
import { cannedReplyResource } from "./canned-replies.server";

export const meta: MetaFunction = () => [{ title: "Canned replies · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, cannedReplyResource, "view");
  const { rows, view } = await listScreen(cannedReplyResource.list, me, request);
  return { replies: rows.map((canned) => ({ ...pick(canned, "id", "title"), begins: plainText(canned.body) })), view };
}

type Row = Awaited<ReturnType<typeof loader>>["replies"][number];

export default function CannedReplies() {
  const { replies, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={replies}
      summary="What is answered often, written once. They are at hand beneath every ticket."
      searchHint="Search title or text"
      rowLabel={(canned) => `“${canned.title}”`}
      rowEdit={pageOf}
      empty={{ title: "No canned replies yet", text: "Save the answers that you give often." }}
      columns={[
        {
          key: "title",
          label: "Title",
          sort: "title",
          narrow: "first",
          cell: (canned) => <RecordLink href={pageOf(canned)} name={canned.title} />,
        },
        {
          key: "begins",
          label: "Text",
          narrow: "second",
          className: "text-muted @2xl:w-3/5 @2xl:max-w-0",
          cell: (canned) => <bdi className="block truncate print:whitespace-normal">{canned.begins}</bdi>,
        },
      ]}
      bulk={[]}
      rowMenu={(canned) => <RecordRowMenu href={pageOf(canned)} trash={view.trash} />}
    />
  );
}

const pageOf = ({ id }: Row) => `/support/canned-replies/${id}`;
