/** The lists of which views can be saved: each that has a screen of its own. */
import { may, type Permission, reachOf } from "~/core/access/access.server";
import { applicationListing } from "~/features/career/applications.server";
import { candidateListing } from "~/features/career/candidates.server";
import { interviewListing } from "~/features/career/interviews.server";
import { jobListing } from "~/features/career/jobs.server";
import { courseListing } from "~/features/course/courses.server";
import { enrolmentListing } from "~/features/course/enrolments.server";
import { resultListing } from "~/features/course/results.server";
import { studyListing } from "~/features/course/study.server";
import { taskListing } from "~/features/course/tasks.server";
import { invoiceListing } from "~/features/invoices/invoices.server";
import { activityFor } from "~/core/audit/journal.server";
import { canonicalSearch } from "~/core/list/list.server";
import { type Listing, type ListQuery, type ListTable, parseListQuery } from "~/core/list/listing.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { orderListing } from "~/features/orders/orders.server";
import { soldListing } from "~/features/orders/items/sold.server";
import { productListing } from "~/features/products/products.server";
import { cannedListing } from "~/features/support/canned-replies/canned-replies.server";
import { faqListing } from "~/features/support/faqs/faqs.server";
import { ticketListing } from "~/features/support/tickets/tickets.server";
import { userListing } from "~/features/users/users.server";
import { searchListing, viewListing, visitListing } from "~/features/analytics/visits.server";

export interface SavedList {
  /** As its screen is titled. */
  title: string;
  /** What it takes to see it. */
  needs: Permission;
  listing: Listing<ListTable>;
  /** Who looks decides what is in it. */
  personal?: boolean;
}

const lists = (): SavedList[] => [
  { title: "Users", needs: "people.view", listing: userListing },
  { title: "Products", needs: "sales.view", listing: productListing },
  { title: "Orders", needs: "orders.view", listing: orderListing },
  { title: "Items sold", needs: "sales.view", listing: soldListing },
  { title: "Invoices", needs: "invoices.view", listing: invoiceListing },
  { title: "Tickets", needs: "tickets.view", listing: ticketListing },
  { title: "Canned replies", needs: "support.view", listing: cannedListing },
  { title: "FAQs", needs: "support.view", listing: faqListing },
  { title: "Jobs", needs: "reports.view", listing: jobListing },
  { title: "Applications", needs: "reports.view", listing: applicationListing },
  { title: "Candidates", needs: "reports.view", listing: candidateListing },
  { title: "Interviews", needs: "reports.view", listing: interviewListing },
  { title: "Courses", needs: "reports.view", listing: courseListing },
  { title: "Enrolments", needs: "reports.view", listing: enrolmentListing },
  { title: "Study", needs: "reports.view", listing: studyListing },
  { title: "Test results", needs: "reports.view", listing: resultListing },
  { title: "Tasks", needs: "reports.view", listing: taskListing },
  { title: "Visits", needs: "reports.view", listing: visitListing },
  { title: "Page views", needs: "reports.view", listing: viewListing },
  { title: "Searches", needs: "reports.view", listing: searchListing },
];

/** The addresses of the lists that this person may see. */
export const pathsFor = (me: Reader): string[] => [
  ...lists().flatMap(({ needs, listing }) => (may(me, needs) ? listing.path : [])),
  ...(may(me, "activity") ? ["/activity"] : []),
];

/** The addresses of those whose rows they may see all of: what others narrow such a list to tells them nothing new. */
export const wholePathsFor = (me: Reader): string[] => [
  ...lists().flatMap(({ needs, listing }) => (reachOf(me, needs) === "all" ? listing.path : [])),
  ...(may(me, "activity") ? ["/activity"] : []),
];

/** The filters that this person may not narrow such a list by: a view that does would show them other rows than its name says. */
export const closedFilters = (me: Reader) =>
  lists().flatMap(({ listing: { path, filters } }) =>
    Object.entries(filters).flatMap(([name, { needs }]) => (needs && !may(me, needs) ? { path, name } : [])),
  );

/** Those that this person may see, each with what they may see of it. */
export const listsFor = (me: Reader): SavedList[] =>
  [
    ...lists().map((list) => ({ ...list, listing: listingFor(list.listing, me) })),
    { title: "Activity", needs: "activity" as const, listing: activityFor(me), personal: true },
  ].filter(({ needs }) => may(me, needs));

/** Their addresses with their titles, for a filter. */
export const listTitles = (me: Reader) => listsFor(me).map(({ title, listing }) => ({ value: listing.path, title }));

/** The list at an address; nothing where there is none that they may see. */
export const listAt = (me: Reader, path: string): SavedList | undefined =>
  listsFor(me).find(({ listing }) => listing.path === path);

/** What an address asks of a list, wherever in it one is: a view has no page, and is not of the trash. */
export function queryOf({ listing }: SavedList, search: string | URLSearchParams): ListQuery {
  return { ...parseListQuery(listing, new URLSearchParams(search)), page: 1, trash: false, selectAll: false };
}

/** The same as an address writes it, in one way only: what is unknown or goes without saying is left out. */
export const canonical = (list: SavedList, search: string | URLSearchParams): string =>
  canonicalSearch(list.listing, queryOf(list, search));

export const hrefOf = ({ listing }: SavedList, search: string): string => listing.path + (search && `?${search}`);
