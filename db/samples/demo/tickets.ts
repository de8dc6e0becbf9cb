/** The demo company's tickets: most were answered in time, a few were not, and some are still waiting. */
import { afterWorkingTime, targetOf } from "../../answer-clock";
import type { SupportTopic, TicketPriority } from "../../lookups";
import { usualHours, workClockOf } from "../../work-clock";
import type { SampleSet } from "../add";
import { content } from "../content";
import { moments, type Span } from "../many-days";
import { type Draw, draws, hour } from "../parts";
import type { SampleTicket } from "../tickets";
import type { DemoPerson } from "./people";

/** A conversation, with `{order}`, `{product}` (of the order) and `{name}` (of the requester) as placeholders. */
interface Story {
  topic: SupportTopic;
  priority: TicketPriority;
  subject: string;
  /** Question and answer in turn; either may be the last. */
  said: string[];
  /** Internal note after the first question. */
  note?: string;
}

type Order = SampleSet["orders"][number]["row"];

interface Records {
  customers: DemoPerson[];
  /** Employees who answer; the first one most often. */
  helpers: DemoPerson[];
  orders: Order[];
  /** Ids of the orders that have an invoice. */
  billed: Set<unknown>;
}

/** Age of recent tickets, half of which still wait for a first answer, in milliseconds. The `newest` always do. */
const lately = 60 * hour;
const newest = 3;

/** Returns the texts of `count` tickets, oldest first, from which `sampleTickets` makes rows. */
export function demoTickets(count: number, records: Records, span: Span): SampleTicket[] {
  const draw = draws(51);
  const askers = new Map(
    records.customers.filter(({ status }) => status === "Active").map((asker) => [asker.id, asker]),
  );
  const bought = records.orders.filter(
    ({ customerId, status }) => askers.has(customerId ?? 0) && status !== "Cancelled",
  );
  const billed = bought.filter(({ id }) => records.billed.has(id));
  const next = storiesInTurn(draw);
  const opened = [...moments(count, span, draws(52))].flat().map((at, index) => {
    const story = next();
    const order = orderBefore(story.topic === "Invoices and tax" ? billed : bought, at, draw);
    const asker = askers.get(order?.customerId ?? 0);
    const helper = records.helpers[Math.min(draw.below(records.helpers.length), draw.below(records.helpers.length))];
    const waits = index >= count - newest || (span.now.getTime() - at.getTime() < lately && draw.below(2) === 0);
    return order && asker && helper ? ticketOf(story, { at, order, asker, helper, waits }, span, draw) : [];
  });
  return opened.flat();
}

/** Returns a function that picks a random story; none is repeated before all have been used. */
function storiesInTurn(draw: Draw): () => Story {
  const stories = content<Story[]>("demo-stories");
  let left: Story[] = [];
  return () => {
    if (left.length === 0) left = [...stories];
    const [story] = left.splice(draw.below(left.length), 1);
    return story ?? draw.one(stories);
  };
}

/** Returns one of the last orders before a time, since people ask about recent ones. */
function orderBefore(orders: Order[], at: Date, draw: Draw): Order | undefined {
  const last = orders.findLastIndex(({ createdAt }) => createdAt && at.getTime() - createdAt.getTime() > 20 * hour);
  return last < 0 ? undefined : orders[Math.max(0, last - draw.below(60))];
}

interface SampleQuestion {
  at: Date;
  order: Order;
  asker: DemoPerson;
  helper: DemoPerson;
  /** Whether it is still unanswered. */
  waits: boolean;
}

/** Returns a ticket with its progress up to now. */
function ticketOf(story: Story, asked: SampleQuestion, span: Span, draw: Draw): SampleTicket {
  const { order, asker } = asked;
  const { said, done } = conversation(story, asked, span, draw);
  const isPast = ([hoursAgo]: [number, ...unknown[]]) => hoursAgo > 0;
  return {
    subject: filled(story.subject, order, asker),
    ...{ topic: story.topic, priority: story.priority, requester: asker.id, order: order.id },
    said: said.filter(isPast),
    done: done.filter(isPast),
  };
}

/** Returns the whole conversation and its status changes, some of which may be in the future. */
function conversation(
  story: Story,
  { at, order, asker, helper, waits }: SampleQuestion,
  { now, timeZone }: Span,
  draw: Draw,
): Required<Pick<SampleTicket, "said" | "done">> {
  const ago = (moment: Date) => (now.getTime() - moment.getTime()) / hour;
  const working = (from: Date, time: number) => afterWorkingTime(from, time, workClockOf(timeZone, usualHours));
  const target = targetOf(story.priority);
  const [said, done]: [SampleTicket["said"], NonNullable<SampleTicket["done"]>] = [[], []];
  if (!waits || draw.below(2) === 0) done.push([ago(working(at, target * 0.05)), helper.id, { assigneeId: helper.id }]);
  let last = at;
  for (const [index, text] of story.said.slice(0, waits ? 1 : undefined).entries()) {
    const [isAnswer, by] = index % 2 === 1 ? [true, helper.id] : [false, asker.id];
    if (isAnswer) last = working(last, target * shareOfAnswerTime(draw));
    else if (index > 0) last = new Date(last.getTime() + (0.5 + draw.below(30)) * hour);
    said.push([ago(last), by, filled(text, order, asker)]);
    if (index > 0) done.push([ago(last), by, { status: isAnswer ? "Pending" : "Open" }]);
    if (index === 0 && story.note) said.push([ago(working(last, target * 0.06)), helper.id, story.note, "note"]);
  }
  if (waits) return { said, done };
  const isAnswered = story.said.length % 2 === 0; // else they said thanks, and nobody has to wait for more
  const solved = ago(working(last, (0.2 + draw.below(isAnswered ? 60 : 3)) * hour));
  done.push([solved, helper.id, { status: "Solved" }]);
  if (draw.below(3) > 0) done.push([solved - 14 * 24, helper.id, { status: "Closed" }]);
  return { said, done };
}

/** Returns the response time as a fraction of the target; one in eight answers is late. */
const shareOfAnswerTime = (draw: Draw) =>
  draw.below(8) === 0 ? 1.1 + draw.below(120) / 100 : 0.1 + draw.below(75) / 100;

function filled(text: string, { id, items = [] }: Order, { name }: DemoPerson): string {
  const [first = ""] = name.split(" ");
  return text
    .replaceAll("{order}", String(id))
    .replaceAll("{product}", items[0]?.name ?? "parcel")
    .replaceAll("{name}", first);
}
