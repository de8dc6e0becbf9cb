/**
 * Option lists used by forms, filters, the API and the samples. Browser-safe. Ids, titles and values are those that
 * `/api` returns.
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
/** Access levels, from none to full. `app/core/access/access.server.ts` defines what each level may do. */
export const accessLevels = [
  { id: 1, title: "No access", value: "none" },
  { id: 2, title: "Client", value: "client" },
  { id: 3, title: "Staff", value: "staff" },
  { id: 4, title: "Admin", value: "admin" },
  { id: 5, title: "Owner", value: "owner" },
] as const satisfies LookupItem[];
/** Areas to which staff can be given access, to view or to change. */
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

/** Statuses in the order of `/api`; screens use `orderStages`, which follow an order's progress. */
export const orderStatuses = lookup("delivered", "shipping", "new", "pending", "return");
export const paymentMethods = lookup("Credit Card", "Paypal", "Visa Card", "Master Card");
export const invoiceStatuses = lookup("pending", "complete");

/** Tax categories, as EN 16931 tells them apart. */
export const taxCategories = lookup("standard", "reduced", "zero", "exempt", "reverse charge", "outside scope");
/** How a customer is taxed: unless taxable, each line of their invoices is of the tax category with that name. */
export const taxTreatments = lookup("taxable", "exempt", "reverse charge");
export const taxRateStatuses = lookup("active", "archived");
/** Whether the prices of the company include tax. */
export const priceTaxes = [
  { id: 1, title: "Without tax, which is added", value: "excluded" },
  { id: 2, title: "With tax included", value: "included" },
] as const satisfies LookupItem[];

/** When an invoice locks, so that its content never changes again. */
export const invoiceLocks = [
  { id: 1, title: "When sent", value: "sent" },
  { id: 2, title: "When a payment is recorded", value: "paid" },
] as const satisfies LookupItem[];

export const ticketStatuses = lookup("Open", "Pending", "Solved", "Closed");
export const ticketPriorities = lookup("Low", "Normal", "High", "Urgent");
/** Topics of tickets and FAQs. */
export const supportTopics = lookup(
  "Getting started",
  "Orders and returns",
  "Invoices and tax",
  "Plan and billing",
  "Sign-in and security",
  "Data and export",
);
export const faqStatuses = lookup("Published", "Team only", "Draft");

/** Stages of an application, in order; the last two end it early. */
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
/** Staff permissions by area; a missing area means no access. */
export type AreaAccess = Partial<Record<AccessArea, "view" | "change">>;
export type UserRole = (typeof userRoles)[number]["value"];
export type ProductStatus = (typeof productStatuses)[number]["value"];
export type ProductCategory = (typeof productCategories)[number]["value"];
export type ProductColor = (typeof productColors)[number]["value"];
export type ProductSize = (typeof productSizes)[number]["value"];
export type PaymentMethod = (typeof paymentMethods)[number]["value"];
export type TaxCategory = (typeof taxCategories)[number]["value"];
export type TaxTreatment = (typeof taxTreatments)[number]["value"];
export type TaxRateStatus = (typeof taxRateStatuses)[number]["value"];
export type PriceTax = (typeof priceTaxes)[number]["value"];
export type InvoiceLock = (typeof invoiceLocks)[number]["value"];
export type InvoiceStatus = (typeof invoiceStatuses)[number]["value"];
export type TicketStatus = (typeof ticketStatuses)[number]["value"];
export type TicketPriority = (typeof ticketPriorities)[number]["value"];
export type SupportTopic = (typeof supportTopics)[number]["value"];
export type FaqStatus = (typeof faqStatuses)[number]["value"];
export type ApplicationStage = (typeof applicationStages)[number]["value"];
export type ApplicationSource = (typeof applicationSources)[number]["value"];
export type InterviewKind = (typeof interviewKinds)[number]["value"];
export type CourseTopic = (typeof courseTopics)[number]["value"];
