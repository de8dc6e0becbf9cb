/** The demo company's employees and customers. */
import type { AreaAccess } from "../../lookups";
import { arrivals } from "../many";
import { type Customer, onePerson } from "../many-people";
import { streetOf } from "../orders";
import { day, type Draw, draws } from "../parts";
import { type SamplePerson, sampleUsers } from "../users";
import type { Span } from "../many-days";

/** A user with an address, whether a customer or not. */
export type DemoPerson = SamplePerson & Customer;

interface DemoPeople {
  /** The sample's users, some of whom can sign in; their ids stay the same. */
  known: DemoPerson[];
  /** Employees, who take courses and handle tickets. */
  colleagues: DemoPerson[];
  /** Customers in order of registration. */
  customers: DemoPerson[];
}

/** Factor that makes users older than in the sample. */
export const older = 3.2;

const colleagueCount = 26;
/** Permissions of the first employees, by position. */
const areas: AreaAccess[] = [
  { support: "change" },
  { support: "change", sales: "view" },
  { sales: "change", reports: "view" },
  { people: "change" },
];
/** Ids of the sample's users who buy: clients, and companies. */
const buyers = new Set([2, 4, 6, 7, 9, 12, 13, 15]);

/** Ids of the sample's users who have sold and answered from the first day on. */
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

/** Returns a person with a unique name, so that addresses need no numbers. */
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

/** Gives a customer a status: approved or refused after some weeks; some of the newest are still pending. */
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
