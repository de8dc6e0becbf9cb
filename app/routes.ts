/** All routes of the site. */
import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Actions common to all kinds of record. The first segment of the path names the kind. */
const recordRoutes = (entity: string) => [
  route(`${entity}/bulk`, "features/records/bulk.tsx", { id: `${entity}/bulk` }),
  route(`${entity}/:id/status`, "features/records/status.tsx", { id: `${entity}/status` }),
  route(`${entity}/:id/trash`, "features/records/trash.tsx", { id: `${entity}/trash` }),
  route(`${entity}/:id/restore`, "features/records/restore.tsx", { id: `${entity}/restore` }),
];

/** The upload page of a kind's imports; the steps after it are shared. */
const importRoute = (entity: string) =>
  route(`${entity}/import`, "features/import/upload.tsx", { id: `${entity}/import` });

/** Exports of a list, one per format. */
const files = (list: string) =>
  ["csv", "json"].map((format) =>
    route(`${list}.${format}`, "features/records/export.ts", { id: `${list}.${format}` }),
  );

interface ResourcePages {
  /** Folder of its pages, if it is not `features/` and its path. */
  folder?: string;
  /** Files of its pages; false for a page that it lacks, or that stands in another layout. */
  list?: string | false;
  create?: string | false;
  edit?: string;
  /** Has an upload page for imports. */
  import?: boolean;
}

/**
 * The routes of a kind of record: list, form for a new one, page of each, import, actions and exports.
 * `routes.test.ts` compares them with its definition.
 */
const resourceRoutes = (
  path: string,
  {
    folder = `features/${path}`,
    list = "list.tsx",
    create = "create.tsx",
    edit = "edit.tsx",
    import: hasImport = false,
  }: ResourcePages = {},
) => [
  ...(list ? [route(path, `${folder}/${list}`)] : []),
  ...(create ? [route(`${path}/create`, `${folder}/${create}`)] : []),
  ...(hasImport ? [importRoute(path)] : []),
  route(`${path}/:id`, `${folder}/${edit}`),
  ...recordRoutes(path),
  ...files(path),
];

/** Pages and actions of an inbox. */
const inbox = (box: string) => [
  route(box, "features/inbox/box.tsx", { id: box }),
  route(`${box}/read`, "features/inbox/read-all.tsx", { id: `${box}/read` }),
  route(`${box}/:id/mark`, "features/inbox/mark.tsx", { id: `${box}/mark` }),
];

/** CSV exports of a dashboard's tables. */
const tables = (dashboard: string, ...names: string[]) =>
  names.map((name) =>
    route(`${dashboard}/${name}.csv`, "features/dashboards/export.ts", { id: `${dashboard}/${name}.csv` }),
  );

/** The API routes of a kind of record, and of its value lists. */
const api = (entity: string, ...lists: string[]) => [
  route(`api/${entity}`, "features/api/resource.ts", { id: `api/${entity}` }),
  ...lists.map((list) => route(`api/${entity}/${list}`, "features/api/list.ts", { id: `api/${entity}/${list}` })),
];

export default [
  layout("shell/layout.tsx", [
    layout("shell/page.tsx", [
      index("features/home/home.tsx"),

      route("login", "features/sign-in/login.tsx"),
      route("login/verify", "features/sign-in/verify.tsx"),
      route("login/return", "features/deactivation/return.tsx"),
      route("register", "features/sign-in/register.tsx"),
      route("invitation", "features/team/invitations/invitation.tsx"),
      route("reset-second-factor", "features/team/second-factor/reset-link.tsx"),
      route("forget-password", "features/sign-in/mail/forget-password.tsx"),
      route("email-verification", "features/sign-in/mail/email-verification.tsx"),
      route("logout", "features/sign-in/logout.tsx"),

      route("course", "features/dashboards/course/course.tsx"),
      route("course/courses", "features/course/courses.tsx"),
      route("course/courses/:id", "features/course/course.tsx"),
      route("course/enrolments", "features/course/enrolments.tsx"),
      route("course/enrolments/:id", "features/course/enrolment.tsx"),
      route("course/study", "features/course/study.tsx"),
      route("course/results", "features/course/results.tsx"),
      route("course/tasks", "features/course/tasks.tsx"),
      route("sales", "features/dashboards/sales/sales.tsx"),
      route("analytics", "features/dashboards/analytics/analytics.tsx"),
      route("analytics/visits", "features/analytics/visits.tsx"),
      route("analytics/views", "features/analytics/views.tsx"),
      route("analytics/searches", "features/analytics/searches.tsx"),
      route("finance", "features/dashboards/finance/finance.tsx"),

      route("career", "features/dashboards/career/career.tsx"),
      route("career/jobs", "features/career/jobs.tsx"),
      route("career/jobs/:id", "features/career/job.tsx"),
      route("career/applications", "features/career/applications.tsx"),
      route("career/applications/:id", "features/career/application.tsx"),
      route("career/candidates", "features/career/candidates.tsx"),
      route("career/candidates/:id", "features/career/candidate.tsx"),
      route("career/interviews", "features/career/interviews.tsx"),

      ...resourceRoutes("users", { import: true }),
      route("users/profile", "features/users/profile/profile.tsx"),

      route("team", "features/team/team.tsx"),
      route("team/clients", "features/team/team.tsx", { id: "team/clients" }),
      route("team/waiting", "features/team/team.tsx", { id: "team/waiting" }),
      route("team/invitations", "features/team/invitations/invitations.tsx"),
      route("team/invite", "features/team/invitations/invite.tsx"),
      route("team/invitations/:id/send", "features/team/invitations/send-again.tsx"),
      route("team/invitations/:id/revoke", "features/team/invitations/revoke.tsx"),
      route("team/second-factor", "features/team/second-factor/second-factor.tsx"),
      route("team/demo-accounts", "features/team/access/demo-accounts.tsx"),
      route("team/people/:id", "features/team/access/change.tsx"),
      route("team/people/:id/approve", "features/team/access/approve.tsx"),
      route("team/people/:id/take-away", "features/team/access/take-away.tsx"),
      route("team/people/:id/reset-second-factor", "features/team/second-factor/reset-second-factor.tsx"),
      route("team/people/:id/end-sessions", "features/team/access/end-sessions.tsx"),

      ...resourceRoutes("products", { import: true }),
      route("products/:id/overview", "features/products/overview.tsx"),
      route("products/:id/duplicate", "features/products/duplicate.tsx"),
      route("reviews/:id/vote", "features/products/reviews/vote.tsx"),

      ...resourceRoutes("orders", { edit: "overview.tsx", import: true }),
      route("orders/:id/edit", "features/orders/edit.tsx"),
      route("orders/create/invoice", "features/invoices/create-with-order.tsx"),
      route("orders/items", "features/orders/items/sold.tsx"),
      route("orders/:id/packing-slip", "features/orders/packing-slip.tsx"),
      route("orders/:id/invoice", "features/invoices/from-order.tsx"),

      ...resourceRoutes("payments", { import: true }),
      ...resourceRoutes("invoices", { import: true }),
      ...resourceRoutes("invoices/drafts", { create: false }),
      route("invoices/drafts/issue", "features/invoices/drafts/issue-many.tsx"),
      route("invoices/remind", "features/invoices/sending/remind.tsx"),
      route("invoices/:id/details", "features/invoices/details.tsx"),
      route("invoices/:id/send", "features/invoices/sending/send.tsx"),
      route("invoices/:id/credit", "features/invoices/credit-notes/create.tsx"),
      ...resourceRoutes("credit-notes", {
        folder: "features/invoices/credit-notes",
        create: "choose-invoice.tsx",
        edit: "details.tsx",
      }),

      layout("features/settings/layout.tsx", [
        route("settings", "features/settings/profile-info.tsx"),
        route("settings/email", "features/settings/email.tsx"),
        route("settings/security", "features/settings/security/security.tsx"),
        route("settings/security/sign-ins", "features/settings/security/sign-ins.tsx"),
        route("settings/security/sessions/end", "features/settings/security/end-session.tsx"),
        route("settings/security/sessions/end-others", "features/settings/security/end-other-sessions.tsx"),
        route("settings/security/tokens/create", "features/settings/security/create-token.tsx"),
        route("settings/security/tokens/:id/revoke", "features/settings/security/revoke-token.tsx"),
        route("settings/company", "features/company/company.tsx"),
        route("settings/plan-billing", "features/billing/plan-billing.tsx"),
        route("settings/plan-billing/change", "features/billing/change-plan.tsx"),
        route("settings/plan-billing/pay", "features/billing/pay-again.tsx"),
        route("settings/plan-billing/address", "features/billing/address.tsx"),
        route("settings/plan-billing/cards/create", "features/billing/cards/add-card.tsx"),
        route("settings/plan-billing/cards/:id/remove", "features/billing/cards/remove-card.tsx"),
        route("settings/plan-billing/cards/:id/default", "features/billing/cards/default-card.tsx"),
        route("settings/notification", "features/settings/notification.tsx"),
        route("settings/social-media-links", "features/settings/social-media-links.tsx"),
        route("settings/two-factor-authentication", "features/settings/security/second-factor.tsx"),
        route("settings/two-factor-authentication/recovery-codes", "features/settings/security/recovery-codes.tsx"),
        route("settings/two-factor-authentication/turn-off", "features/settings/security/turn-off.tsx"),
        route("settings/account-deactivation", "features/settings/account-deactivation.tsx"),
      ]),
      route("settings/plan-billing/receipts/:id", "features/billing/receipt.tsx"), // outside the settings layout, whose menu leaves no room for a document

      layout("features/support/layout.tsx", [
        route("support", "features/support/overview.tsx"),
        route("support/tickets", "features/support/tickets/list.tsx"),
        route("support/faqs", "features/support/faqs/faqs.tsx"),
        route("support/contact", "features/support/ask/contact.tsx"),
      ]),
      route("support/create-ticket", "features/support/ask/create.tsx"),
      ...resourceRoutes("support/faqs/manage", { folder: "features/support/faqs" }),
      route("support/faqs/manage/:id/move", "features/support/faqs/move.tsx"),
      route("support/faqs/searches", "features/support/faqs/searches.tsx"),
      route("support/faqs/searches/remove", "features/support/faqs/forget.tsx"),
      route("support/faqs/:id", "features/support/faqs/faq-link.tsx"),
      route("support/faqs/:id/vote", "features/support/faqs/vote.tsx"),
      ...resourceRoutes("support/tickets", { list: false, create: false, edit: "ticket.tsx" }),
      route("support/tickets/:id/draft/discard", "features/support/tickets/replies/discard-draft.tsx"),
      route("support/tickets/:id/edit", "features/support/tickets/edit.tsx"),
      route("support/tickets/:id/triage", "features/support/tickets/triage.tsx"),
      route("support/tickets/:id/merge", "features/support/tickets/merge.tsx"),
      ...resourceRoutes("support/canned-replies"),

      ...resourceRoutes("settings/company/taxes", { folder: "features/taxes" }), // outside the settings layout, whose menu leaves no room for a list
      ...resourceRoutes("views"),
      route("views/:id/pin", "features/views/pin.tsx"),
      route("views/:id/move", "features/views/move.tsx"),
      route("views/:id/replace", "features/views/replace.tsx"),

      route("unsubscribe", "features/settings/unsubscribe.tsx"),
      ...inbox("notifications"),
      ...inbox("messages"),
      route("calendar", "features/calendar/calendar.tsx"),
      route("emoji", "features/emoji/emoji-page.tsx"),
      route("activity", "features/records/activity.tsx"),
      route("undo", "features/records/undo.tsx"),
      route("confirm", "auth/reauthentication/confirm.tsx"),
      route("jobs/:id", "features/records/job.tsx"),
      route("search", "features/search/search.tsx"),
      route("imports", "features/import/imports-of-person.tsx"),
      route("import/:id", "features/import/columns.tsx"),
      route("import/:id/rows", "features/import/rows.tsx"),
      route("api", "features/api/reference.tsx"),

      ...(process.env.NODE_ENV === "production" ? [] : [route("design", "features/design/design.tsx")]),
      route("maintenance", "features/errors/maintenance.tsx"),
      route("server-error", "features/errors/server-error.tsx"),
      route("too-large", "features/errors/too-large.tsx"),
      route("*", "features/errors/not-found.tsx"),
    ]),
  ]),

  ...["orders/items", "activity"].flatMap(files),
  ...["course/courses", "course/enrolments", "course/study", "course/results", "course/tasks"].flatMap(files),
  ...["career/jobs", "career/applications", "career/candidates", "career/interviews"].flatMap(files),
  ...["analytics/visits", "analytics/views", "analytics/searches"].flatMap(files),
  ...tables("course", "by-course", "at-risk", "due"),
  ...tables("sales", "top-products", "low-stock", "latest-orders"),
  ...tables("analytics", "pages", "terms", "misses"),
  ...tables("finance", "overdue", "debtors", "payments", "taxes"),
  route("finance/accounts.zip", "features/dashboards/finance/accountant-files.ts"),
  ...tables("career", "open-jobs", "stuck", "next-interviews"),
  route("import/:id/refused.csv", "features/import/refused.ts"),
  route("verification", "features/sign-in/mail/verification.ts"),
  route("session", "features/sign-in/session.ts"),
  route("session/proof", "auth/reauthentication/reauthentication.ts"),
  route("settings/two-factor-authentication/recovery-codes.txt", "features/settings/security/recovery-codes-file.ts"),
  route("settings/data.zip", "features/settings/data.ts"),
  route("preferences", "shell/preferences.ts"),
  route("search/suggest", "features/search/suggest.ts"),
  ...["orders", "invoices", "support/tickets"].map((entity) =>
    route(`${entity}/suggest/:what`, "features/search/offers.ts", { id: `${entity}/suggest` }),
  ),
  ...["notifications", "messages"].map((box) => route(`${box}/:id`, "features/inbox/open.ts", { id: `${box}/open` })),
  route("live", "features/live/live.ts"),
  route("views/counts", "features/views/counts.ts"),
  route("icons/:file", "shell/icons.ts"),
  route("emoji.json", "features/emoji/emoji-list.ts"),
  route("support/suggest", "features/support/ask/suggest.ts"),
  route("support/tickets/:id/draft", "features/support/tickets/replies/draft.ts"),
  route("support/attachments/:id", "features/support/tickets/attachments/attachment.ts"),
  route("support/replies/:id", "features/support/tickets/replies/reply-link.ts"),
  route("support/faqs/:id/read", "features/support/faqs/read.ts"),
  route("files/:id", "features/files/file.ts"),
  route("avatars/:tint/:initials", "features/files/avatar.ts"),

  ...api("users", "status", "roles"),
  ...api("products", "categories", "colors", "sizes"),
  ...api("reviews"),
  // "statues" is a misspelt path that older clients use.
  ...api("orders", "statues", "statuses", "payment-methods", "histories"),
  ...api("invoices"),
  ...api("invoice-drafts"),
  route("api/invoice-drafts/issue", "features/api/resource.ts", { id: "api/invoice-drafts/issue" }),
  ...api("payments"),
  ...api("tax-rates"),
  ...api("credit-notes"),
  ...api("tickets", "statuses", "priorities", "topics"),
  ...api("customers"),
  ...api("reports/tax"),
  ...api("reports/ageing"),
  route("api/openapi.json", "features/api/openapi.ts"),
  route("api/*", "features/api/not-found.ts"),
] satisfies RouteConfig;
