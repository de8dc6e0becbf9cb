/** The lists of which views can be saved: each that has a screen of its own. */
import type { User } from "db/schema";
import { applicationListing } from "~/career/applications.server";
import { candidateListing } from "~/career/candidates.server";
import { interviewListing } from "~/career/interviews.server";
import { jobListing } from "~/career/jobs.server";
import { courseListing } from "~/course/courses.server";
import { enrolmentListing } from "~/course/enrolments.server";
import { resultListing } from "~/course/results.server";
import { studyListing } from "~/course/study.server";
import { taskListing } from "~/course/tasks.server";
import { invoiceListing } from "~/invoices/invoices.server";
import { activityFor } from "~/journal/journal.server";
import { canonicalSearch } from "~/lib/list.server";
import { type Listing, type ListQuery, type ListTable, parseListQuery } from "~/lib/listing.server";
import { orderListing } from "~/orders/orders.server";
import { soldListing } from "~/orders/sold.server";
import { productListing } from "~/products/products.server";
import { cannedListing } from "~/support/canned-replies/canned-replies.server";
import { faqListing } from "~/support/faqs/faqs.server";
import { ticketListing } from "~/support/tickets/tickets.server";
import { userListing } from "~/users/users.server";
import { searchListing, viewListing, visitListing } from "~/visits/visits.server";

export interface SavedList {
  /** As its screen is titled. */
  title: string;
  listing: Listing<ListTable>;
  /** Who looks decides what is in it. */
  personal?: boolean;
}

type Viewer = Pick<User, "id">;

const lists = (): SavedList[] => [
  { title: "Users", listing: userListing },
  { title: "Products", listing: productListing },
  { title: "Orders", listing: orderListing },
  { title: "Items sold", listing: soldListing },
  { title: "Invoices", listing: invoiceListing },
  { title: "Tickets", listing: ticketListing },
  { title: "Canned replies", listing: cannedListing },
  { title: "FAQs", listing: faqListing },
  { title: "Jobs", listing: jobListing },
  { title: "Applications", listing: applicationListing },
  { title: "Candidates", listing: candidateListing },
  { title: "Interviews", listing: interviewListing },
  { title: "Courses", listing: courseListing },
  { title: "Enrolments", listing: enrolmentListing },
  { title: "Study", listing: studyListing },
  { title: "Test results", listing: resultListing },
  { title: "Tasks", listing: taskListing },
  { title: "Visits", listing: visitListing },
  { title: "Page views", listing: viewListing },
  { title: "Searches", listing: searchListing },
];

/** All of them, each as this person may see it. */
export const listsFor = (me: Viewer): SavedList[] => [...lists(), { title: "Activity", listing: activityFor(me), personal: true }];

/** Their addresses with their titles, for a filter. */
export const listTitles = () => listsFor({ id: 0 }).map(({ title, listing }) => ({ value: listing.path, title }));

/** The list at an address; nothing where there is none. */
export const listAt = (me: Viewer, path: string): SavedList | undefined => listsFor(me).find(({ listing }) => listing.path === path);

/** What an address asks of a list, wherever in it one is: a view has no page, and is not of the trash. */
export function queryOf({ listing }: SavedList, search: string | URLSearchParams): ListQuery {
  return { ...parseListQuery(listing, new URLSearchParams(search)), page: 1, trash: false, selectAll: false };
}

/** The same as an address writes it, in one way only: what is unknown or goes without saying is left out. */
export const canonical = (list: SavedList, search: string | URLSearchParams): string => canonicalSearch(list.listing, queryOf(list, search));

export const hrefOf = ({ listing }: SavedList, search: string): string => listing.path + (search && `?${search}`);
