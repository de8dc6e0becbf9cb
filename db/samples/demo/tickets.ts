/** What customers of the demo company have asked: most were answered in time, a few were not, and some still wait. */
import { afterWorkingTime, targetOf } from "../../answer-clock";
import type { SampleSet } from "../add";
import { moments, type Span } from "../many-days";
import { type Draw, draws, hour } from "../parts";
import type { SampleTicket } from "../ticket-texts";
import type { DemoPerson } from "./people";
import { stories, type Story } from "./ticket-texts";

type Order = SampleSet["orders"][number]["row"];

interface Desk {
  customers: DemoPerson[];
  /** Who answers, the first most often. */
  helpers: DemoPerson[];
  orders: Order[];
}

/** Of what came in so many last hours, half waits for a first answer. */
const lately = 60;

/** The texts of so many tickets, the oldest first; `sampleTickets` makes the rows of them. */
export function demoTickets(count: number, desk: Desk, span: Span): SampleTicket[] {
  const draw = draws(51);
  const askers = new Map(desk.customers.filter(({ status }) => status === "Active").map((asker) => [asker.id, asker]));
  const asked = desk.orders.filter(({ customerId }) => askers.has(customerId ?? 0));
  const next = storiesInTurn(draw);
  const opened = [...moments(count, span, draws(52))].flat().map((at) => {
    const order = orderBefore(asked, at, draw);
    const asker = askers.get(order?.customerId ?? 0);
    return order && asker ? ticketOf(next(), { at, order, asker, helpers: desk.helpers }, span, draw) : [];
  });
  return opened.flat();
}

/** All of them before one comes again. */
function storiesInTurn(draw: Draw): () => Story {
  let left: Story[] = [];
  return () => {
    if (left.length === 0) left = [...stories];
    const [story] = left.splice(draw.below(left.length), 1);
    return story ?? draw.one(stories);
  };
}

/** One of the last orders before a moment: that is what people ask about. */
function orderBefore(orders: Order[], at: Date, draw: Draw): Order | undefined {
  const last = orders.findLastIndex(({ createdAt }) => createdAt && at.getTime() - createdAt.getTime() > 20 * hour);
  return orders[Math.max(0, last - draw.below(60))];
}

interface Asked {
  at: Date;
  order: Order;
  asker: DemoPerson;
  helpers: DemoPerson[];
}

/** How far a conversation has come by now. */
function ticketOf(story: Story, { at, order, asker, helpers }: Asked, { now, timeZone }: Span, draw: Draw) {
  const ago = (moment: Date) => (now.getTime() - moment.getTime()) / hour;
  const helper = helpers[Math.min(draw.below(helpers.length), draw.below(helpers.length))] ?? asker;
  const target = targetOf(story.priority);
  const working = (from: Date, time: number) => afterWorkingTime(from, time, timeZone);
  const taken = working(at, target * 0.05);
  const said: SampleTicket["said"] = [];
  const isLeft = ago(at) < lately && draw.below(2) === 0;
  const done: NonNullable<SampleTicket["done"]> =
    isLeft && draw.below(2) === 0 ? [] : [[ago(taken), helper.id, { assigneeId: helper.id }]];
  let last = at;
  for (const [place, text] of story.said.slice(0, isLeft ? 1 : undefined).entries()) {
    const isAnswer = place % 2 === 1;
    if (isAnswer) last = working(last, target * patience(draw));
    else if (place > 0) last = new Date(last.getTime() + (0.5 + draw.below(30)) * hour);
    said.push([ago(last), isAnswer ? helper.id : asker.id, filled(text, order, asker)]);
    if (place > 0) done.push([ago(last), isAnswer ? helper.id : asker.id, { status: isAnswer ? "Pending" : "Open" }]);
    if (place === 0 && story.note) said.push([ago(working(last, target * 0.06)), helper.id, story.note, "note"]);
  }
  const isAnswered = story.said.length % 2 === 0; // else they said thanks, and nobody has to wait for more
  const solved = working(last, (0.2 + draw.below(isAnswered ? 60 : 3)) * hour);
  if (!isLeft) done.push([ago(solved), helper.id, { status: "Solved" }]);
  if (!isLeft && draw.below(3) > 0) done.push([ago(solved) - 14 * 24, helper.id, { status: "Closed" }]);
  const isPast = ([hoursAgo]: [number, ...unknown[]]) => hoursAgo > 0;
  const ticket: SampleTicket = {
    subject: filled(story.subject, order, asker),
    ...{ topic: story.topic, priority: story.priority, requester: asker.id, order: order.id },
    said: said.filter(isPast),
    done: done.filter(isPast),
  };
  return [ticket];
}

/** Parts of the time in which an answer is due: one in eight comes late. */
const patience = (draw: Draw) => (draw.below(8) === 0 ? 1.1 + draw.below(120) / 100 : 0.1 + draw.below(75) / 100);

function filled(text: string, { id, items = [] }: Order, { name }: DemoPerson): string {
  const [first = ""] = name.split(" ");
  return text
    .replaceAll("{order}", String(id))
    .replaceAll("{product}", items[0]?.name ?? "parcel")
    .replaceAll("{name}", first);
}
