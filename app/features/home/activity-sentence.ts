/**
 * Builds the sentence for an act in the activity list: "Mara Ellison assigned ticket #13 to Amara Okafor".
 * Browser-safe.
 */
import { formatNumber } from "~/core/values/noun";
import type { Entry } from "~/core/audit/entries.server";
import type { Json } from "db/schema";

export interface ActivitySentence {
  id: number;
  at: Entry["at"];
  by: string;
  /** The texts before (`verb`) and after (`rest`) the record's name. */
  verb: string;
  what: string;
  rest: string;
  href?: string;
}

interface Act {
  /** Number of records of the entry's kind that the act touched. */
  records: number;
  /** Whether `records` is a lower bound, because the act has more entries than were read. */
  isCut: boolean;
}

export function describeEntry(entry: Entry, { records, isCut }: Act): ActivitySentence {
  const { id, at, byName: by, href, label } = entry;
  const { verb, rest = "" } = phraseOf(entry);
  const others = records > 1 ? ` and ${isCut ? "at least " : ""}${formatNumber(records - 1)} more` : "";
  const isOwn = entry.action === "security" && label === by;
  return { id, at, by, verb, what: isOwn ? "" : nameOf(entry), rest: others + rest, href: isOwn ? undefined : href };
}

interface Phrase {
  verb: string;
  rest?: string;
}

/** The verb for creating a record, by kind. */
const creationVerbs: Partial<Record<string, string>> = {
  tickets: "opened",
  replies: "wrote on",
  orders: "received",
  invoices: "issued",
  users: "added",
  faqs: "wrote",
};

function phraseOf(entry: Entry): Phrase {
  const { action, entity, note, undoes } = entry;
  if (action === "security") return { verb: note ?? "", rest: "" };
  if (undoes) return { verb: "took back a change to" };
  if (action === "created") return { verb: creationVerbs[entity] ?? "created" };
  if (entity === "invoices" && action === "deleted") return { verb: "voided" };
  if (entity === "invoices" && action === "restored") return { verb: "reinstated" };
  if (action === "deleted") return { verb: "moved", rest: " to the trash" };
  if (action === "restored") return { verb: "restored" };
  if (action === "sent") return { verb: "sent", rest: " by e-mail" };
  return changed(entry);
}

function changed({ entity, fields, after, byId, people }: Entry): Phrase {
  if (entity === "replies" && "ticketId" in fields) return { verb: "moved a message to" };
  // A status brings moments with it, such as when something was paid: that goes without saying.
  const names = Object.keys(fields).filter((name) => !("status" in fields) || fields[name]?.format !== "time");
  const [name] = names;
  if (names.length === 1 && name === "assigneeId") return assigned(after?.[name], byId, people);
  if (names.length === 1 && name === "status")
    return { verb: "marked", rest: ` as ${String(after?.[name]).toLowerCase()}` };
  if (names.length === 0) return { verb: "changed" };
  if (names.length > 3) return { verb: `changed ${names.length} things about` };
  const labels = names.map((name) => nounOf(name, fields[name]?.label ?? name));
  return { verb: `changed the ${listFormat.format(labels)} of` };
}

/** Nouns for columns whose label is none, so that "changed the … of" is a sentence. */
const columnNouns: Partial<Record<string, string>> = {
  assigneeId: "assignee",
  completedAt: "payment date",
  createdAt: "date",
  deliveredAt: "delivery date",
  dueDate: "due date",
  issueDate: "issue date",
  mergedInto: "merged ticket",
  query: "filters",
  sentAt: "sending date",
  serviceFrom: "first day of the service",
  serviceTo: "last day of the service",
  shared: "visibility",
};

/** Returns the name of a column within a sentence. */
export const nounOf = (column: string, label: string): string => columnNouns[column] ?? label.toLowerCase();

const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });

function assigned(to: Json | undefined, byId: number | null, people: Entry["people"]): Phrase {
  if (typeof to !== "number") return { verb: "let go of" };
  return to === byId
    ? { verb: "took on" }
    : { verb: "assigned", rest: ` to ${people?.[to] ?? "somebody who is gone"}` };
}

/**
 * The record's label for use inside a sentence: "ticket #13" for "Ticket #13", and the ticket for a message; names
 * stay unchanged.
 */
function nameOf({ label, entity }: Entry): string {
  if (entity === "replies") return label.replace(/^Message on /, "");
  const isNamed = entity === "products" || entity === "users";
  return isNamed ? label : label.replace(/^(Ticket|Order|View|Canned reply)(?= [#“])/, (kind) => kind.toLowerCase());
}
