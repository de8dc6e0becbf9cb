/**
 * The lists that people choose from. Browser-safe: forms, filters, the API and the samples all read them here.
 * Ids, titles and values have the shape that `/api` answers.
 */
export interface LookupItem {
  id: number;
  title: string;
  value: string;
}

const lookup = <const Value extends string>(...values: Value[]) =>
  values.map((value, index) => ({
    id: index + 1,
    title: value.charAt(0).toUpperCase() + value.slice(1),
    value,
  })) satisfies LookupItem[];

export const userStatuses = lookup("Active", "Banned", "Pending", "Rejected");
/**
 * How far somebody's access goes, from nothing to everything. `db` keeps the value; what each may do is said in
 * `app/core/access/access.server.ts`.
 */
export const accessLevels = [
  { id: 1, title: "No access", value: "none" },
  { id: 2, title: "Client", value: "client" },
  { id: 3, title: "Staff", value: "staff" },
  { id: 4, title: "Admin", value: "admin" },
  { id: 5, title: "Owner", value: "owner" },
] as const satisfies LookupItem[];
/** What staff may be given access to, each to view or to change. */
export const accessAreas = lookup("sales", "support", "people", "reports");
export const userRoles = lookup("UX Designer", "Data Scientist", "Sales Manager", "HR Manager", "IT Support");

export const productStatuses = lookup("Published", "Draft");
export const productCategories = lookup(
  "Fashion",
  "Electronics",
  "Furniture",
  "Home & Kitchen",
  "Accessories",
  "Office",
  "Sports & Outdoors",
  "Kitchen & Dining",
  "Stationery",
);
export const productColors = lookup("blue", "red", "orange", "green", "purple", "pink");
export const productSizes = lookup("xs", "s", "m", "l", "xl", "xxl").map((size) => ({
  ...size,
  title: size.title.toUpperCase(),
}));

/** As `/api` lists them. Screens offer `orderStages`, which are in the order of the way. */
export const orderStatuses = lookup("delivered", "shipping", "new", "pending", "return");
export const paymentMethods = lookup("Credit Card", "Paypal", "Visa Card", "Master Card");
export const invoiceStatuses = lookup("pending", "complete");

export const ticketStatuses = lookup("Open", "Pending", "Solved", "Closed");
export const ticketPriorities = lookup("Low", "Normal", "High", "Urgent");
/** What a ticket or a FAQ is about. */
export const supportTopics = lookup(
  "Getting started",
  "Orders and returns",
  "Invoices and tax",
  "Plan and billing",
  "Sign-in and security",
  "Data and export",
);
export const faqStatuses = lookup("Published", "Team only", "Draft");

/** How far an application has come, in the order of the way; the last two are ways out of it. */
export const applicationStages = lookup(
  "Applied",
  "Screening",
  "Shortlisted",
  "Interview",
  "Offer",
  "Hired",
  "Rejected",
  "Withdrawn",
);
export const applicationSources = lookup("Careers page", "Referral", "Job board", "Agency", "Event");
export const interviewKinds = lookup("Phone", "Video", "On site");
export const courseTopics = lookup("Onboarding", "Security", "Customer care", "Selling", "Leadership", "Tools");

export type UserStatus = (typeof userStatuses)[number]["value"];
export type AccessLevel = (typeof accessLevels)[number]["value"];
export type AccessArea = (typeof accessAreas)[number]["value"];
/** What staff may do in each area; nothing in those that are not named. */
export type AreaAccess = Partial<Record<AccessArea, "view" | "change">>;
export type UserRole = (typeof userRoles)[number]["value"];
export type ProductStatus = (typeof productStatuses)[number]["value"];
export type ProductCategory = (typeof productCategories)[number]["value"];
export type ProductColor = (typeof productColors)[number]["value"];
export type ProductSize = (typeof productSizes)[number]["value"];
export type PaymentMethod = (typeof paymentMethods)[number]["value"];
export type InvoiceStatus = (typeof invoiceStatuses)[number]["value"];
export type TicketStatus = (typeof ticketStatuses)[number]["value"];
export type TicketPriority = (typeof ticketPriorities)[number]["value"];
export type SupportTopic = (typeof supportTopics)[number]["value"];
export type FaqStatus = (typeof faqStatuses)[number]["value"];
export type ApplicationStage = (typeof applicationStages)[number]["value"];
export type ApplicationSource = (typeof applicationSources)[number]["value"];
export type InterviewKind = (typeof interviewKinds)[number]["value"];
export type CourseTopic = (typeof courseTopics)[number]["value"];
