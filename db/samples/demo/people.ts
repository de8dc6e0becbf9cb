/** Who works for the demo company, and who buys from it. */
import type { AreaAccess } from "../../lookups";
import { arrivals } from "../many";
import { type Customer, onePerson } from "../many-people";
import { streetOf } from "../orders";
import { day, type Draw, draws } from "../parts";
import { type SamplePerson, sampleUsers } from "../users";
import type { Span } from "../many-days";

/** Somebody with an address, whether they buy or not. */
export type DemoPerson = SamplePerson & Customer;

export interface DemoPeople {
  /** Those of the sample, of whom some may sign in; their numbers stay. */
  known: DemoPerson[];
  /** Who works here: they learn, and look after tickets. */
  colleagues: DemoPerson[];
  /** In the order in which they came. */
  customers: DemoPerson[];
}

/** So many times as long ago as in the sample. */
export const older = 3.2;

const colleagueCount = 26;
/** What some colleagues may do, by their place. */
const areas: AreaAccess[] = [
  { support: "change" },
  { support: "change", sales: "view" },
  { sales: "change", reports: "view" },
  { people: "change" },
];
/** Those of the sample who buy: clients among them, and companies. */
const buyers = new Set([2, 4, 6, 7, 9, 12, 13, 15]);

/** Those of the sample who sell and answer from the first day on. */
const founders = new Set([1, 3, 10]);
const daysAgo = ({ now, days }: Span) => new Date(now.getTime() - days * day);

export function demoPeople(count: number, span: Span): DemoPeople {
  const draw = draws(31);
  const known = sampleUsers(span.now).map((person) => ({
    ...person,
    country: person.country ?? "",
    company: person.company ?? "",
    address: streetOf(person),
    createdAt: founders.has(person.id) ? daysAgo(span) : longAgo(person.createdAt, span.now),
  }));
  const taken = new Set(known.map(({ email }) => email));
  const made = (ids: number, moments: Iterable<Date>) =>
    [...moments].map((at, index) => uniquePerson(taken, ids + index, at, draw));
  const colleagues = made(known.length + 1, arrivals(colleagueCount, span, 32)).map(colleague);
  const others = made(known.length + colleagueCount + 1, arrivals(count, span, 33));
  const customers = others.map((person) => customer(person, span.now, draw));
  return {
    known,
    colleagues,
    customers: [...customers, ...known.filter(({ id }) => buyers.has(id))].toSorted(
      (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
    ),
  };
}

export const longAgo = (at: Date, now: Date) => new Date(now.getTime() - (now.getTime() - at.getTime()) * older);

/** No two have the same name: so their addresses need no numbers. */
function uniquePerson(taken: Set<string>, id: number, at: Date, draw: Draw): DemoPerson {
  for (;;) {
    const person = onePerson(id, at, draw);
    const email = person.email.replace(`.${id}@`, "@");
    if (taken.has(email)) continue;
    taken.add(email);
    return { ...person, email };
  }
}

const colleague = (person: DemoPerson, place: number): DemoPerson => ({
  ...person,
  company: "",
  status: "Active",
  ...(areas[place] && { access: "staff", areas: areas[place] }),
});

const kinds = ["& Co", "Studio", "Trading", "& Partners", "Interiors", "Books", "Coffee", "Design", "Hotels", "Office"];

/** Whoever has been here for some weeks is let in or not; of the newest some still wait for that. */
function customer(person: DemoPerson, now: Date, draw: Draw): DemoPerson {
  const chance = draw.below(100);
  const isNew = now.getTime() - person.createdAt.getTime() < 18 * day;
  const family = person.name.split(" ").slice(1).join(" ");
  return {
    ...person,
    status: isNew && chance < 30 ? "Pending" : chance > 97 ? "Banned" : chance > 96 ? "Rejected" : "Active",
    company: draw.below(5) < 2 ? `${family} ${draw.one(kinds)}` : "",
  };
}
