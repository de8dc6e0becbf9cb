import type { Reply } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { Avatar } from "~/ui/values/avatar";
import { Badge } from "~/ui/values/badge";
import { classes } from "~/ui/classes";
import { Time } from "~/ui/values/time";
import { AttachedFiles } from "../attachments/attached-files";
import type { Attached } from "../attachments/attachments.server";
import { EventLine } from "./event-line";
import type { TicketEvent } from "./events.server";

type ConversationReply = Pick<Reply, "id" | "authorId" | "authorName" | "internal" | "createdAt"> & {
  image: string | null;
  html: string;
  files: Attached[];
  /** The link that led here was to this message. */
  wanted: boolean;
};

interface ConversationProps {
  replies: ConversationReply[];
  /** The ticket's other events. */
  events?: TicketEvent[];
  requesterId: number | null;
}

/** The replies and events of a ticket, oldest first. */
export function Conversation({ replies, events = [], requesterId }: ConversationProps) {
  const lines = foldEvents(inOrder(replies, events));
  return (
    <ol className="grid grid-cols-1 gap-4" aria-label="Conversation">
      {lines.map(({ reply, event, folded }) =>
        folded ? (
          <FoldedEvents key={`events-${folded[0]?.id}`} events={folded} />
        ) : event ? (
          <EventLine key={`event-${event.id}`} event={event} />
        ) : (
          <li key={reply.id} id={`reply-${reply.id}`} className="flex scroll-mt-20 gap-3.5">
            <Avatar
              person={{ id: reply.authorId ?? 0, name: reply.authorName, image: reply.image }}
              className="mt-0.5 max-sm:hidden"
            />
            <Message reply={reply} byRequester={reply.authorId === requesterId} />
          </li>
        ),
      )}
    </ol>
  );
}

type Line =
  | { at: number; reply: ConversationReply; event?: undefined; folded?: undefined }
  | { at: number; reply?: undefined; event: TicketEvent; folded?: undefined }
  | { at: number; reply?: undefined; event?: undefined; folded: TicketEvent[] };

/** Events between two messages that are shown each; of more only the last is. */
const maxUnfolded = 3;

/** Returns `lines` with all but the last event of each long run in one line that opens. */
function foldEvents(lines: Line[]): Line[] {
  const result: Line[] = [];
  for (let start = 0, end = 0; start < lines.length; start = end) {
    end = start + 1;
    while (lines[start]?.event && lines[end]?.event) end++;
    const run = lines.slice(start, end);
    const last = run.at(-1);
    const folded = run.slice(0, -1).flatMap(({ event }) => event ?? []);
    result.push(...(last && run.length > maxUnfolded ? [{ at: last.at, folded }, last] : run));
  }
  return result;
}

const FoldedEvents = ({ events }: { events: TicketEvent[] }) => (
  <li className="text-center text-sm text-muted">
    <details>
      <summary className="link reach inline">{formatNumber(events.length)} earlier changes</summary>
      <ol className="mt-4 grid gap-4 text-start">
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ol>
    </details>
  </li>
);

/** Messages and events by their time; of one act the message comes first. */
function inOrder(replies: ConversationReply[], events: TicketEvent[]): Line[] {
  const said = replies.map((reply): Line => ({ at: new Date(reply.createdAt).getTime(), reply }));
  const happened = events.map((event): Line => ({ at: new Date(event.at).getTime(), event }));
  return [...said, ...happened].sort((one, other) => one.at - other.at);
}

function Message({ reply, byRequester }: { reply: ConversationReply; byRequester: boolean }) {
  const side = byRequester ? "Customer" : "Support"; // a client reads it as the author's name too
  const look = reply.internal
    ? "border-dashed! border-warning-line! bg-warning-tint!"
    : !byRequester && "border-primary-line! bg-selected!";
  return (
    <article className={classes("card min-w-0 flex-1", look)} aria-current={reply.wanted || undefined}>
      <header className="flex flex-wrap items-baseline gap-x-2 px-4 pt-3">
        <h2 className="font-medium">
          <bdi>{reply.authorName}</bdi>
        </h2>
        {reply.authorName !== side && <span className="text-sm text-muted">{side}</span>}
        {reply.internal && (
          <Badge family="warning" icon="lock">
            Internal note
          </Badge>
        )}
        <span className="num ms-auto text-sm text-muted">
          <Time value={reply.createdAt} relative clock />
        </span>
      </header>
      <div className="grid grid-cols-1 gap-2.5 px-4 pt-1.5 pb-4">
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: reply.html }} />
        <AttachedFiles files={reply.files} />
      </div>
    </article>
  );
}
