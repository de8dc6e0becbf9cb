/** Finds other people's sample data in what a user was sent. */
import type { Database } from "better-sqlite3";

export interface Others {
  /** Number of names, addresses and texts that are searched for. */
  strings: number;
  /** Returns other people's data in a text: names, addresses, words and record numbers. */
  foundIn(text: string): string[];
}

/** Queries for people's data and texts; `:id` is the user who may see their own. */
const wordsOfOthers = [
  "select name from users where id <> :id",
  "select email from users where id <> :id",
  "select phone from users where id <> :id",
  "select customer_name from orders where customer_id is not :id",
  "select customer_email from orders where customer_id is not :id",
  "select customer_phone from orders where customer_id is not :id",
  "select billing from orders where customer_id is not :id",
  "select shipping from orders where customer_id is not :id",
  "select billing_address from invoices where customer_id is not :id",
  "select subject from tickets where requester_id is not :id",
  "select substr(body, 1, 40) from replies join tickets on tickets.id = ticket_id where requester_id is not :id or internal",
  "select name from attachments join replies on replies.id = reply_id join tickets on tickets.id = ticket_id where requester_id is not :id",
  "select name from candidates union select email from candidates union select phone from candidates",
  "select learner_name from enrolments where learner_id is not :id",
  "select note from stage_events",
  "select review from reviews where user_id is not :id",
];

/** Queries for the user's own data, which may equal someone else's. */
const ofOneself = [
  "select name from users where id = :id union select email from users where id = :id union select phone from users where id = :id",
  "select billing from orders where customer_id = :id union select shipping from orders where customer_id = :id",
  "select subject from tickets where requester_id = :id",
  "select name from attachments join replies on replies.id = reply_id join tickets on tickets.id = ticket_id where requester_id = :id",
  "select substr(body, 1, 40) from replies join tickets on tickets.id = ticket_id where requester_id = :id and not internal",
];

/**
 * Queries for the ids of the user's own records, and the patterns in which ids of each kind appear; a group captures
 * the id.
 */
const kinds = [
  {
    own: "select :id",
    written: [
      /\/users\/(\d+)/g,
      /\/people\/(\d+)/g,
      /\b(?:customer|requester|assignee|author|person|user|owner|by|for)(?:Id)?=(\d+)/gi,
    ],
  },
  {
    own: "select id from orders where customer_id = :id",
    written: [/\/orders\/(\d+)/g, /\border (?:no\. |number )?#?(\d+)/gi],
  },
  { own: "select id from invoices where customer_id = :id", written: [/(INV-\d+)/g] },
  { own: "select id from tickets where requester_id = :id", written: [/\/tickets\/(\d+)/g, /\bticket #?(\d+)/gi] },
  {
    own: "select replies.id from replies join tickets on tickets.id = ticket_id where requester_id = :id and not internal",
    written: [/\breply[=-](\d+)/g, /\/replies\/(\d+)/g],
  },
  {
    own: "select attachments.id from attachments left join replies on replies.id = reply_id left join tickets on tickets.id = ticket_id where requester_id = :id or owner_id = :id",
    written: [/\/attachments\/([\w-]+)/g],
  },
];

/** Data properties that contain a user id. */
const namesPerson = /^(customer|requester|assignee|author|person|user|owner|by|manager|learner)Id$/;
const isPerson = /^(customer|requester|assignee|author|person|user|owner)$/;

/** Returns the data of everyone but this user. Values that are also the user's own are left out. */
export function othersOf(database: Database, id: number): Others {
  const all = (sql: string) =>
    database
      .prepare(sql)
      .pluck()
      .all(sql.includes(":id") ? { id } : {});
  const mine = new Set(ofOneself.flatMap(all));
  const surnames = all("select name from users where id <> :id").map((name) => String(name).split(" ").at(-1) ?? "");
  const words = new Set(
    [...wordsOfOthers.flatMap(all), ...surnames]
      .filter((word) => !mine.has(word))
      .map(String)
      .filter((word) => word.trim().length > 4),
  );
  const patterns = [...words].map((word) => ({
    word,
    as: new RegExp(`(?<![\\p{L}\\d])${word.replace(/[\^$.*+?()[\]{}|/]/g, "\\$&")}(?![\\p{L}\\d])`, "u"),
  }));
  const numbers = kinds.map(({ own, written }) => ({ own: new Set(all(own).map(String)), written }));
  return {
    strings: words.size,
    foundIn(sent) {
      const text = readable(sent);
      const named = patterns.flatMap(({ word, as }) => (text.includes(word) && as.test(text) ? [word] : []));
      const numbered = numbers.flatMap(({ own, written }) =>
        written.flatMap((pattern) =>
          [...text.matchAll(pattern)].flatMap(([whole, number = ""]) => (own.has(number) ? [] : [whole])),
        ),
      );
      return [...new Set([...named, ...numbered, ...peopleIn(valueOf(sent), id)])];
    },
  };
}

/** Decodes the escapes of HTML, JSON and URLs. */
function readable(text: string): string {
  const plain = text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("<!-- -->", "");
  return plain + plain.replace(/(?:%[0-9a-f]{2})+/gi, (coded) => safely(() => decodeURIComponent(coded)) ?? coded);
}

/** Parses a body as JSON or as Remix's data format, a list of values that refer to each other by index. */
function valueOf(body: string): unknown {
  const value = safely(() => JSON.parse(body) as unknown);
  if (!Array.isArray(value) || !/\n$/.test(body)) return value;
  return value.map((part: unknown) =>
    isObject(part)
      ? Object.fromEntries(
          Object.entries(part).map(([key, place]) => [value[Number(key.slice(1))], value[Number(place)]]),
        )
      : part,
  );
}

/** Lists ids of other users, with the names of the containing properties. */
function peopleIn(value: unknown, id: number, within = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => peopleIn(part, id, within));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const isId = namesPerson.test(key) || (key === "id" && isPerson.test(within));
    return isId && typeof part === "number" && part !== id ? [`${within}.${key}: ${part}`] : peopleIn(part, id, key);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function safely<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
