import type { Reply } from "db/schema";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { classes } from "~/ui/classes";
import { Time } from "~/ui/time";
import { AttachedFiles } from "./attached-files";
import type { Attached } from "./attachments.server";

type Said = Pick<Reply, "id" | "authorId" | "authorName" | "internal" | "createdAt"> & { image: string | null; html: string; files: Attached[] };

interface ConversationProps {
  replies: Said[];
  requesterId: number | null;
}

/** What was said on a ticket, oldest first. */
export function Conversation({ replies, requesterId }: ConversationProps) {
  return (
    <ol className="grid grid-cols-1 gap-4" aria-label="Conversation">
      {replies.map((reply) => (
        <li key={reply.id} id={`reply-${reply.id}`} className="flex scroll-mt-20 gap-3.5">
          <Avatar person={{ id: reply.authorId ?? 0, name: reply.authorName, image: reply.image }} className="mt-0.5 max-sm:hidden" />
          <Message reply={reply} byRequester={reply.authorId === requesterId} />
        </li>
      ))}
    </ol>
  );
}

function Message({ reply, byRequester }: { reply: Said; byRequester: boolean }) {
  const look = reply.internal ? "border-dashed! border-warning-line! bg-warning-tint!" : !byRequester && "border-primary-line! bg-selected!";
  return (
    <article className={classes("card min-w-0 flex-1", look)}>
      <header className="flex flex-wrap items-baseline gap-x-2 px-4 pt-3">
        <h2 className="font-medium">
          <bdi>{reply.authorName}</bdi>
        </h2>
        <span className="text-sm text-muted">{byRequester ? "Customer" : "Support"}</span>
        {reply.internal && <Badge family="warning" icon="lock">Internal note</Badge>}
        <span className="num ms-auto text-sm text-muted">
          <Time value={reply.createdAt} relative />
        </span>
      </header>
      <div className="grid grid-cols-1 gap-2.5 px-4 pt-1.5 pb-4">
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: reply.html }} />
        <AttachedFiles files={reply.files} />
      </div>
    </article>
  );
}
