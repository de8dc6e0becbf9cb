/**
 * The lists that people choose from. Browser-safe: forms, filters, the API and the samples all read them here.
 * Ids, titles and values have the shape that `/api` answers (SPEC section 3, "Lookup lists").
 */
export interface LookupItem {
  id: number;
  title: string;
  value: string;
}

const lookup = <const Value extends string>(...values: Value[]) =>
  values.map((value, index) => ({ id: index + 1, title: value.charAt(0).toUpperCase() + value.slice(1), value })) satisfies LookupItem[];

export const userStatuses = lookup("Active", "Banned", "Pending", "Rejected");
export const userRoles = lookup("UX Designer", "Data Scientist", "Sales Manager", "HR Manager", "IT Support");

export const productStatuses = lookup("Published", "Draft");
export const productCategories = lookup("Fashion", "Electronics", "Furniture", "Home & Kitchen", "Accessories", "Office", "Sports & Outdoors", "Kitchen & Dining", "Stationery");
export const productColors = lookup("blue", "red", "orange", "green", "purple", "pink");
export const productSizes = lookup("xs", "s", "m", "l", "xl", "xxl").map((size) => ({ ...size, title: size.title.toUpperCase() }));

export const orderStatuses = lookup("delivered", "shipping", "new", "pending", "return");
export const paymentMethods = lookup("Credit Card", "Paypal", "Visa Card", "Master Card");
export const invoiceStatuses = lookup("pending", "complete");

export const ticketStatuses = lookup("Open", "Pending", "Solved", "Closed");
export const ticketPriorities = lookup("Low", "Normal", "High", "Urgent");
/** What a ticket or a FAQ is about. */
export const supportTopics = lookup("Getting started", "Orders and returns", "Invoices and tax", "Plan and billing", "Sign-in and security", "Data and export");
export const faqStatuses = lookup("Published", "Draft");

/** How far an application has come, in the order of the way; the last two are ways out of it. */
export const applicationStages = lookup("Applied", "Screening", "Shortlisted", "Interview", "Offer", "Hired", "Rejected", "Withdrawn");
export const applicationSources = lookup("Careers page", "Referral", "Job board", "Agency", "Event");
export const interviewKinds = lookup("Phone", "Video", "On site");
export const courseTopics = lookup("Onboarding", "Security", "Customer care", "Selling", "Leadership", "Tools");

export type UserStatus = (typeof userStatuses)[number]["value"];
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
