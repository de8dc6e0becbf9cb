/** A demo company with two years of consistent data, which is the same for the same time. */
import type { SampleSet } from "../add";
import { sampleCareer } from "../career";
import { sampleCourses } from "../courses";
import type { Span } from "../many-days";
import { byId } from "../parts";
import { productTexts, sampleProducts } from "../products";
import { sampleReviews } from "../reviews";
import { sampleTickets } from "../tickets";
import { sampleVisits } from "../visits";
import { demoCareer } from "./career";
import { demoPeople, longAgo, older } from "./people";
import { moreProductTexts } from "./products";
import { demoReviews } from "./reviews";
import { demoSales } from "./sales";
import { demoTickets } from "./tickets";

/** The size of the demo company. */
export interface Extent {
  orders: number;
  customers: number;
  tickets: number;
  enrolments: number;
  /** Visits per weekday in the most recent weeks. */
  visits: number;
}

export const twoYears: Extent = { orders: 3_600, customers: 720, tickets: 520, enrolments: 190, visits: 34 };

export const days = 730;

export function demoSet(now: Date, timeZone: string, extent = twoYears): SampleSet {
  const span: Span = { now, timeZone, days, variation: 0.35 };
  const { known, colleagues, customers } = demoPeople(extent.customers, span);
  const people = [...known, ...colleagues, ...customers.filter(({ id }) => id > known.length)];
  const products = demoProducts(now);
  const sellers = [byId(known, 1), byId(known, 1), byId(known, 3), ...colleagues.slice(1, 3)];
  const { orders, invoices } = demoSales(extent.orders, { customers, products, sellers }, span);
  const helpers = [byId(known, 10), byId(known, 3), ...colleagues.slice(0, 2)];
  const records = {
    customers,
    helpers,
    orders: orders.map(({ row }) => row),
    billed: new Set(invoices.map(({ order }) => order)),
  };
  const staff = [...known, ...colleagues];
  const said = [...sampleReviews(now, products, known), ...demoReviews(orders, customers, now)];
  return {
    people,
    products,
    orders,
    invoices,
    tickets: sampleTickets(now, people, timeZone, demoTickets(extent.tickets, records, span)),
    reviews: said.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt)),
    courses: sampleCourses(now, staff, timeZone, { count: extent.enrolments, firstDaysAgo: 590, older }),
    career: sampleCareer(now, people, timeZone, demoCareer()),
    visits: sampleVisits(now, people, timeZone, { days, first: extent.visits / 4, last: extent.visits }),
  };
}

/** Returns the sample's products, made as old as the company, and additional ones. */
function demoProducts(now: Date) {
  const known = sampleProducts(now).map((product) => ({ ...product, createdAt: longAgo(product.createdAt, now) }));
  const all = sampleProducts(now, [...productTexts(), ...moreProductTexts()]);
  return [...known, ...all.slice(known.length)];
}
