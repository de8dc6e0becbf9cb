/**
 * The site's areas, for tests of all pages. Each has a list page and an `/api` endpoint with its name, and more
 * pages.
 */
export const areas = [
  { name: "users", pages: ["/users/create", "/users/import", "/users/3", "/users/profile"] },
  { name: "products", pages: ["/products/create", "/products/import", "/products/2", "/products/2/overview"] },
  { name: "orders", pages: ["/orders/import", "/orders/1", "/orders/1/packing-slip"] },
  {
    name: "invoices",
    pages: [
      "/invoices/create",
      "/invoices/drafts",
      "/invoices/import",
      "/invoices/INV-0001",
      "/invoices/INV-0001/details",
      "/invoices/INV-0001/send",
    ],
  },
  { name: "payments", pages: ["/payments/create", "/payments/create?invoice=INV-0001", "/payments/1"] },
];

/** Pages of the account settings. */
const settings = [
  "email",
  "security",
  "security/sign-ins",
  "security/tokens/create",
  "notification",
  "social-media-links",
  "plan-billing",
  "plan-billing/change?plan=team",
  "plan-billing/cards/create",
  "plan-billing/address",
  "two-factor-authentication",
  "account-deactivation",
  "company",
  "company/taxes",
  "company/taxes/create",
  "company/taxes/1",
].map((page) => `/settings/${page}`);

/** Pages of the support center. */
const support = [
  "",
  "/tickets",
  "/tickets/9",
  "/tickets/9/edit",
  "/tickets/9/merge",
  "/contact",
  "/create-ticket",
  "/faqs",
  "/faqs?q=invoice",
  "/faqs/manage",
  "/faqs/manage/create",
  "/faqs/manage/10",
  "/faqs/searches",
  "/canned-replies",
  "/canned-replies/create",
  "/canned-replies/1",
].map((page) => `/support${page}`);

/** Dashboards, and the lists they link to. */
const dashboards = [
  "/sales",
  "/orders/items",
  "/finance",
  ...["", "/visits", "/views", "/searches"].map((page) => `/analytics${page}`),
  ...["", "/jobs", "/jobs/1", "/applications", "/applications/30", "/candidates", "/candidates/1", "/interviews"].map(
    (page) => `/career${page}`,
  ),
  ...["", "/courses", "/courses/1", "/enrolments", "/enrolments/1", "/study", "/results", "/tasks"].map(
    (page) => `/course${page}`,
  ),
];

const team = ["", "/waiting", "/invitations", "/invite", "/people/2", "/second-factor", "/demo-accounts"].map(
  (page) => `/team${page}`,
);

/** Pages for signed-in users. */
export const pagesInside = [
  "/",
  ...dashboards,
  ...areas.flatMap(({ name, pages }) => [`/${name}`, ...pages]),
  "/notifications",
  "/messages",
  "/activity",
  "/search?q=mara",
  "/views",
  "/views/1",
  "/views/create",
  "/views/create?path=/orders&search=status%3DNew",
  "/calendar",
  "/emoji",
  "/api",
  "/settings",
  ...settings,
  ...support,
  ...team,
];
