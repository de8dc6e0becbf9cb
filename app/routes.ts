/** Every address of the site, top to bottom. */
import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** The acts that are the same for each kind of record: one file each. The first part of the address says which kind it is. */
const recordRoutes = (entity: string) => [
  route(`${entity}/bulk`, "records/bulk.tsx", { id: `${entity}/bulk` }),
  route(`${entity}/:id/status`, "records/status.tsx", { id: `${entity}/status` }),
  route(`${entity}/:id/trash`, "records/trash.tsx", { id: `${entity}/trash` }),
  route(`${entity}/:id/restore`, "records/restore.tsx", { id: `${entity}/restore` }),
];

/** Where a file with records of a kind is brought in; what becomes of the file is the same for all of them. */
const importRoute = (entity: string) => route(`${entity}/import`, "import/upload.tsx", { id: `${entity}/import` });

/** A box of what people were told: its page, and where it takes read marks. */
const inbox = (box: string) => [
  route(box, "inbox/box.tsx", { id: box }),
  route(`${box}/read`, "inbox/read-all.tsx", { id: `${box}/read` }),
  route(`${box}/:id/mark`, "inbox/mark.tsx", { id: `${box}/mark` }),
];

/** A list as a file, in the formats that it can be had in. */
const files = (list: string, file: string) =>
  ["csv", "json"].map((format) => route(`${list}.${format}`, file, { id: `${list}.${format}` }));

/** The tables of a dashboard as files. */
const tables = (dashboard: string, file: string, ...names: string[]) =>
  names.map((name) => route(`${dashboard}/${name}.csv`, file, { id: `${dashboard}/${name}.csv` }));

/** A kind of record under `/api`, and the lists beneath it. */
const api = (entity: string, ...lists: string[]) => [
  route(`api/${entity}`, "api/resource.ts", { id: `api/${entity}` }),
  ...lists.map((list) => route(`api/${entity}/${list}`, "api/list.ts", { id: `api/${entity}/${list}` })),
];

export default [
  layout("shell/layout.tsx", [
    layout("shell/page.tsx", [
      index("home/home.tsx"),

      route("login", "auth/login.tsx"),
      route("login/verify", "auth/second-factor/verify.tsx"),
      route("login/return", "auth/leaving/return.tsx"),
      route("register", "auth/register.tsx"),
      route("invitation", "team/invitation.tsx"),
      route("reset-second-step", "team/reset-link.tsx"),
      route("forget-password", "auth/forget-password.tsx"),
      route("email-verification", "auth/email-verification.tsx"),
      route("logout", "auth/logout.tsx"),

      route("course", "dashboards/course.tsx"),
      route("course/courses", "course/courses.tsx"),
      route("course/courses/:id", "course/course.tsx"),
      route("course/enrolments", "course/enrolments.tsx"),
      route("course/enrolments/:id", "course/enrolment.tsx"),
      route("course/study", "course/study.tsx"),
      route("course/results", "course/results.tsx"),
      route("course/tasks", "course/tasks.tsx"),
      route("sales", "dashboards/sales.tsx"),
      route("analytics", "dashboards/analytics.tsx"),
      route("analytics/visits", "visits/visits.tsx"),
      route("analytics/views", "visits/views.tsx"),
      route("analytics/searches", "visits/searches.tsx"),
      route("finance", "dashboards/finance.tsx"),

      route("career", "dashboards/career.tsx"),
      route("career/jobs", "career/jobs.tsx"),
      route("career/jobs/:id", "career/job.tsx"),
      route("career/applications", "career/applications.tsx"),
      route("career/applications/:id", "career/application.tsx"),
      route("career/candidates", "career/candidates.tsx"),
      route("career/candidates/:id", "career/candidate.tsx"),
      route("career/interviews", "career/interviews.tsx"),

      route("users", "users/list.tsx"),
      route("users/create", "users/create.tsx"),
      route("users/profile", "users/profile.tsx"),
      importRoute("users"),
      route("users/:id", "users/edit.tsx"),
      ...recordRoutes("users"),

      route("team", "team/team.tsx"),
      route("team/clients", "team/team.tsx", { id: "team/clients" }),
      route("team/waiting", "team/team.tsx", { id: "team/waiting" }),
      route("team/invitations", "team/invitations.tsx"),
      route("team/invite", "team/invite.tsx"),
      route("team/invitations/:id/send", "team/send-again.tsx"),
      route("team/invitations/:id/revoke", "team/revoke.tsx"),
      route("team/second-step", "team/second-step.tsx"),
      route("team/people/:id", "team/change.tsx"),
      route("team/people/:id/approve", "team/approve.tsx"),
      route("team/people/:id/take-away", "team/take-away.tsx"),
      route("team/people/:id/reset-second-step", "team/reset-second-step.tsx"),
      route("team/people/:id/end-sessions", "team/end-sessions.tsx"),

      route("products", "products/list.tsx"),
      route("products/create", "products/create.tsx"),
      importRoute("products"),
      route("products/:id", "products/edit.tsx"),
      route("products/:id/overview", "products/overview.tsx"),
      route("products/:id/duplicate", "products/duplicate.tsx"),
      ...recordRoutes("products"),
      route("reviews/:id/vote", "products/vote.tsx"),

      route("orders", "orders/list.tsx"),
      route("orders/items", "orders/sold.tsx"),
      importRoute("orders"),
      route("orders/:id", "orders/overview.tsx"),
      route("orders/:id/packing-slip", "orders/packing-slip.tsx"),
      route("orders/:id/invoice", "invoices/from-order.tsx"),
      ...recordRoutes("orders"),

      route("invoices", "invoices/list.tsx"),
      route("invoices/create", "invoices/create.tsx"),
      route("invoices/:id", "invoices/edit.tsx"),
      route("invoices/:id/details", "invoices/details.tsx"),
      route("invoices/:id/duplicate", "invoices/duplicate.tsx"),
      ...recordRoutes("invoices"),

      layout("settings/layout.tsx", [
        route("settings", "settings/profile-info.tsx"),
        route("settings/email", "settings/email.tsx"),
        route("settings/security", "settings/security.tsx"),
        route("settings/security/sign-ins", "settings/sign-ins.tsx"),
        route("settings/security/sessions/end", "settings/end-session.tsx"),
        route("settings/security/sessions/end-others", "settings/end-other-sessions.tsx"),
        route("settings/security/tokens/create", "settings/create-token.tsx"),
        route("settings/security/tokens/:id/revoke", "settings/revoke-token.tsx"),
        route("settings/plan-billing", "billing/plan-billing.tsx"),
        route("settings/plan-billing/change", "billing/change-plan.tsx"),
        route("settings/plan-billing/pay", "billing/pay-again.tsx"),
        route("settings/plan-billing/address", "billing/address.tsx"),
        route("settings/plan-billing/cards/create", "billing/add-card.tsx"),
        route("settings/plan-billing/cards/:id/remove", "billing/remove-card.tsx"),
        route("settings/plan-billing/cards/:id/default", "billing/default-card.tsx"),
        route("settings/notification", "settings/notification.tsx"),
        route("settings/social-media-links", "settings/social-media-links.tsx"),
        route("settings/two-factor-authentication", "settings/two-factor.tsx"),
        route("settings/two-factor-authentication/recovery-codes", "settings/recovery-codes.tsx"),
        route("settings/two-factor-authentication/turn-off", "settings/turn-off.tsx"),
        route("settings/account-deactivation", "settings/account-deactivation.tsx"),
      ]),
      route("settings/plan-billing/receipts/:id", "billing/receipt.tsx"), // beside the settings' menu there is no room for a sheet

      layout("support/layout.tsx", [
        route("support", "support/overview.tsx"),
        route("support/tickets", "support/tickets/list.tsx"),
        route("support/faqs", "support/faqs/faqs.tsx"),
        route("support/faqs/manage", "support/faqs/list.tsx"),
        route("support/faqs/searches", "support/faqs/searches.tsx"),
        route("support/contact", "support/ask/contact.tsx"),
      ]),
      route("support/create-ticket", "support/ask/create.tsx"),
      route("support/faqs/manage/create", "support/faqs/create.tsx"),
      route("support/faqs/manage/:id", "support/faqs/edit.tsx"),
      route("support/faqs/manage/:id/move", "support/faqs/move.tsx"),
      ...recordRoutes("support/faqs/manage"),
      route("support/faqs/searches/remove", "support/faqs/forget.tsx"),
      route("support/faqs/:id", "support/faqs/faq-link.tsx"),
      route("support/faqs/:id/vote", "support/faqs/vote.tsx"),
      route("support/tickets/:id", "support/tickets/ticket.tsx"),
      route("support/tickets/:id/draft/discard", "support/tickets/discard-draft.tsx"),
      route("support/tickets/:id/edit", "support/tickets/edit.tsx"),
      route("support/tickets/:id/assign", "support/tickets/assign.tsx"),
      route("support/tickets/:id/merge", "support/tickets/merge.tsx"),
      ...recordRoutes("support/tickets"),
      route("support/canned-replies", "support/canned-replies/list.tsx"),
      route("support/canned-replies/create", "support/canned-replies/create.tsx"),
      route("support/canned-replies/:id", "support/canned-replies/edit.tsx"),
      ...recordRoutes("support/canned-replies"),

      route("views", "views/list.tsx"),
      route("views/create", "views/create.tsx"),
      route("views/:id", "views/edit.tsx"),
      route("views/:id/pin", "views/pin.tsx"),
      route("views/:id/move", "views/move.tsx"),
      route("views/:id/replace", "views/replace.tsx"),
      ...recordRoutes("views"),

      route("unsubscribe", "notices/unsubscribe.tsx"),
      ...inbox("notifications"),
      ...inbox("messages"),
      route("calendar", "calendar/calendar.tsx"),
      route("emoji", "emoji/emoji-page.tsx"),
      route("activity", "journal/activity.tsx"),
      route("undo", "journal/undo.tsx"),
      route("confirm", "auth/proof/confirm.tsx"),
      route("runs/:id", "runs/run.tsx"),
      route("search", "search/search.tsx"),
      route("imports", "import/own-imports.tsx"),
      route("import/:id", "import/columns.tsx"),
      route("import/:id/rows", "import/rows.tsx"),
      route("api", "api/reference.tsx"),

      route("design", "design/design.tsx"),
      route("maintenance", "status/maintenance.tsx"),
      route("server-error", "status/server-error.tsx"),
      route("too-large", "status/too-large.tsx"),
      route("*", "status/not-found.tsx"),
    ]),
  ]),

  ...files("users", "users/export.ts"),
  ...files("products", "products/export.ts"),
  ...files("orders", "orders/export.ts"),
  ...files("orders/items", "orders/sold-export.ts"),
  ...files("invoices", "invoices/export.ts"),
  ...files("support/tickets", "support/tickets/export.ts"),
  ...files("support/faqs/manage", "support/faqs/export.ts"),
  ...files("support/canned-replies", "support/canned-replies/export.ts"),
  ...files("activity", "journal/export.ts"),
  ...files("views", "views/export.ts"),
  ...["courses", "enrolments", "study", "results", "tasks"].flatMap((list) =>
    files(`course/${list}`, "course/export.ts"),
  ),
  ...tables("course", "dashboards/export.ts", "by-course", "at-risk", "due"),
  ...tables("sales", "dashboards/sales-export.ts", "top-products", "low-stock", "latest-orders"),
  ...tables("analytics", "dashboards/export.ts", "pages", "terms", "misses"),
  ...files("analytics/visits", "visits/export.ts"),
  ...files("analytics/views", "visits/export.ts"),
  ...files("analytics/searches", "visits/export.ts"),
  ...tables("finance", "dashboards/sales-export.ts", "overdue", "debtors", "payments"),
  ...["jobs", "applications", "candidates", "interviews"].flatMap((list) =>
    files(`career/${list}`, "career/export.ts"),
  ),
  ...tables("career", "dashboards/export.ts", "open-jobs", "stuck", "next-interviews"),
  route("import/:id/refused.csv", "import/refused.ts"),
  route("verification", "auth/verification.ts"),
  route("session", "auth/sessions/session.ts"),
  route("session/proof", "auth/proof/proof.ts"),
  route("settings/two-factor-authentication/recovery-codes.txt", "settings/recovery-codes-file.ts"),
  route("settings/data.zip", "settings/data.ts"),
  route("preferences", "shell/preferences.ts"),
  route("search/suggest", "search/suggest.ts"),
  ...["invoices", "support/tickets"].map((entity) =>
    route(`${entity}/suggest/:what`, "records/suggest.ts", { id: `${entity}/suggest` }),
  ),
  ...["notifications", "messages"].map((box) => route(`${box}/:id`, "inbox/open.ts", { id: `${box}/open` })),
  route("live", "inbox/live.ts"),
  route("views/counts", "views/counts.ts"),
  route("icons/:file", "icons/icons.ts"),
  route("emoji.json", "emoji/emoji-list.ts"),
  route("support/suggest", "support/ask/suggest.ts"),
  route("support/tickets/:id/draft", "support/tickets/draft.ts"),
  route("support/attachments/:id", "support/tickets/attachment.ts"),
  route("support/replies/:id", "support/tickets/reply-link.ts"),
  route("support/faqs/:id/read", "support/faqs/read.ts"),
  route("files/:id", "files/file.ts"),
  route("avatars/:tint/:initials", "files/avatar.ts"),

  ...api("users", "status", "roles"),
  ...api("products", "categories", "colors", "sizes"),
  ...api("reviews"),
  ...api("orders", "statues", "statuses", "payment-methods", "histories"),
  ...api("invoices"),
  ...api("tickets", "statuses", "priorities", "topics"),
  route("api/openapi.json", "api/openapi.ts"),
  route("api/*", "status/api-not-found.ts"),
] satisfies RouteConfig;
