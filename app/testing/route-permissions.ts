/**
 * Permissions that each route requires of signed-in users; those of resources, lists and `/api` follow from their
 * definitions. `routes.test.ts` compares the guards with them, and `e2e/permissions/levels.spec.ts` requests each route
 * with every access level.
 */
import type { Permission } from "~/core/access/access.server";
import { apiResources } from "~/core/api/registry.server";
import { lists } from "~/core/list/define-list.server";
import { resources } from "~/core/resource/registry.server";
import { allRoutes } from "./all-routes";
import "~/resources.server";

/** Permissions of a route's loader and action. */
type RoutePermissions = readonly Permission[];

/** Returns the permissions of the routes at these paths, by the routes' ids. */
const byId = (paths: Record<string, RoutePermissions>): Record<string, RoutePermissions> =>
  Object.fromEntries(
    allRoutes.flatMap(({ id, path }) => (Object.hasOwn(paths, path) ? [[id, paths[path]!] as const] : [])),
  );

/** Permissions of the routes that `resourceRoutes`, `files` and `api` of `app/routes.ts` make. */
const derived = byId({
  ...Object.assign(
    {},
    ...lists().map(({ path, needs }) => ({ [`${path}.csv`]: [needs], [`${path}.json`]: [needs] })),
    ...resources().map(({ list: { path }, permissions: { view, change } }) => ({
      [path]: [view],
      [`${path}/create`]: [change, change],
      [`${path}/import`]: [change, change],
      [`${path}/bulk`]: [change, change],
      [`${path}/:id`]: [view, change],
      [`${path}/:id/status`]: [view, change],
      [`${path}/:id/trash`]: [view, change],
      [`${path}/:id/restore`]: [view, change],
    })),
    ...apiResources().flatMap(({ path, lists, permissions: { view, change } }) => [
      { [path]: [view, change] },
      ...Object.keys(lists).map((list) => ({ [`${path}/${list}`]: [view] })),
    ]),
  ),
});

/** Permissions of the other routes, and of pages of resources that differ. */
const table: Record<string, RoutePermissions> = {
  // route: [permission of its loader, permission of its action]
  "analytics/misses.csv": ["reports.view"],
  "analytics/pages.csv": ["reports.view"],
  "analytics/terms.csv": ["reports.view"],
  "auth/reauthentication/confirm": ["account", "account"],
  "auth/reauthentication/reauthentication": ["second-factor", "second-factor"],
  "features/api/not-found": ["api", "api"],
  "features/api/openapi": ["api"],
  "features/api/reference": ["api"],
  "features/billing/cards/add-card": ["billing", "billing"],
  "features/company/company": ["company", "company"],
  "features/billing/address": ["billing", "billing"],
  "features/billing/change-plan": ["billing", "billing"],
  "features/billing/cards/default-card": ["billing", "billing"],
  "features/billing/pay-again": ["billing", "billing"],
  "features/billing/plan-billing": ["billing"],
  "features/billing/receipt": ["billing"],
  "features/billing/cards/remove-card": ["billing", "billing"],
  "features/calendar/calendar": ["sales.view"],
  "features/career/application": ["reports.view"],
  "features/career/applications": ["reports.view"],
  "features/career/candidate": ["reports.view"],
  "features/career/candidates": ["reports.view"],
  "features/career/interviews": ["reports.view"],
  "features/career/job": ["reports.view"],
  "features/career/jobs": ["reports.view"],
  "career/next-interviews.csv": ["reports.view"],
  "career/open-jobs.csv": ["reports.view"],
  "career/stuck.csv": ["reports.view"],
  "course/at-risk.csv": ["reports.view"],
  "course/by-course.csv": ["reports.view"],
  "features/course/course": ["reports.view"],
  "features/course/courses": ["reports.view"],
  "course/due.csv": ["reports.view"],
  "features/course/enrolment": ["reports.view"],
  "features/course/enrolments": ["reports.view"],
  "features/course/results": ["reports.view"],
  "features/course/study": ["reports.view"],
  "features/course/tasks": ["reports.view"],
  "features/dashboards/analytics": ["reports.view"],
  "features/dashboards/career": ["reports.view"],
  "features/dashboards/course": ["reports.view"],
  "features/dashboards/sales/finance": ["reports.sales"],
  "features/dashboards/sales/sales": ["reports.sales"],
  "features/emoji/emoji-list": ["account"],
  "features/emoji/emoji-page": ["account"],
  "features/files/file": ["account"],
  "features/import/columns": ["imports", "imports"],
  "features/import/imports-of-person": ["imports"],
  "features/import/refused": ["imports"],
  "features/import/rows": ["imports", "imports"],
  "features/records/activity": ["activity"],
  "features/records/job": ["account"],
  "features/records/undo": ["undo", "undo"],
  "finance/debtors.csv": ["reports.sales"],
  "finance/overdue.csv": ["reports.sales"],
  "finance/payments.csv": ["reports.sales"],
  "features/invoices/credit-notes/create": ["creditNotes.change", "creditNotes.change"],
  "features/invoices/credit-notes/details": ["creditNotes.view"],
  "features/invoices/details": ["invoices.view"],
  "features/invoices/edit": ["sales.change", "sales.change"],
  "features/invoices/from-order": ["sales.change", "sales.change"],
  "features/invoices/sending/remind": ["sales.change", "sales.change"],
  "features/invoices/sending/send": ["sales.change", "sales.change"],
  "invoices/suggest": ["sales.change"],
  messages: ["account"],
  "messages/mark": ["account", "account"],
  "messages/open": ["account"],
  "messages/read": ["account", "account"],
  notifications: ["account"],
  "notifications/mark": ["account", "account"],
  "notifications/open": ["account"],
  "notifications/read": ["account", "account"],
  "features/orders/packing-slip": ["sales.view"],
  "features/orders/items/sold": ["sales.view"],
  "features/products/duplicate": ["sales.change", "sales.change"],
  "features/products/overview": ["sales.view"],
  "features/products/reviews/vote": ["sales.view", "sales.view"],
  "sales/latest-orders.csv": ["reports.sales"],
  "sales/low-stock.csv": ["reports.sales"],
  "sales/top-products.csv": ["reports.sales"],
  "features/search/search": ["search"],
  "features/search/suggest": ["search"],
  "features/settings/account-deactivation": ["account", "account"],
  "features/settings/security/create-token": ["account", "account"],
  "features/settings/data": ["account"],
  "features/settings/email": ["account", "account"],
  "features/settings/security/end-other-sessions": ["account", "account"],
  "features/settings/security/end-session": ["account", "account"],
  "features/settings/notification": ["account", "account"],
  "features/settings/profile-info": ["account", "account"],
  "features/settings/security/recovery-codes": ["account", "account"],
  "features/settings/security/recovery-codes-file": ["second-factor"],
  "features/settings/security/revoke-token": ["account", "account"],
  "features/settings/security/security": ["account", "account"],
  "features/settings/security/sign-ins": ["account"],
  "features/settings/social-media-links": ["account", "account"],
  "features/settings/security/turn-off": ["account", "account"],
  "features/settings/security/second-factor": ["second-factor", "second-factor"],
  "features/support/ask/contact": ["tickets.ask", "tickets.ask"],
  "features/support/ask/create": ["tickets.ask", "tickets.ask"],
  "features/support/ask/suggest": ["tickets.ask"],
  "features/support/faqs/faq-link": ["faqs.view"],
  "features/support/faqs/faqs": ["faqs.view"],
  "features/support/faqs/forget": ["support.change", "support.change"],
  "features/support/faqs/move": ["support.change", "support.change"],
  "features/support/faqs/read": ["faqs.view", "faqs.view"],
  "features/support/faqs/searches": ["support.view"],
  "features/support/faqs/vote": ["faqs.view", "faqs.view"],
  "features/support/layout": ["tickets.view"],
  "features/support/overview": ["tickets.view"],
  "features/support/tickets/attachments/attachment": ["tickets.view"],
  "features/support/tickets/replies/discard-draft": ["tickets.ask", "tickets.ask"],
  "features/support/tickets/replies/draft": ["tickets.ask", "tickets.ask"],
  "features/support/tickets/edit": ["support.change", "support.change"],
  "features/support/tickets/merge": ["support.change", "support.change"],
  "features/support/tickets/replies/reply-link": ["tickets.view"],
  "features/support/tickets/ticket": ["tickets.view", "tickets.ask"],
  "features/support/tickets/triage": ["support.change", "support.change"],
  "support/tickets/suggest": ["support.change"],
  "features/team/access/approve": ["team.invite", "team.invite"],
  "features/team/access/change": ["team.view", "team.invite"],
  "team/clients": ["team.view"],
  "features/team/access/demo-accounts": ["company", "company"],
  "features/team/access/end-sessions": ["team.invite", "team.invite"],
  "features/team/invitations/invitations": ["team.view"],
  "features/team/invitations/invite": ["team.invite", "team.invite"],
  "features/team/second-factor/reset-second-factor": ["team.invite", "team.invite"],
  "features/team/invitations/revoke": ["team.invite", "team.invite"],
  "features/team/second-factor/second-factor": ["company", "company"],
  "features/team/invitations/send-again": ["team.invite", "team.invite"],
  "features/team/access/take-away": ["team.change", "team.change"],
  "features/team/team": ["team.view"],
  "team/waiting": ["team.view"],
  "features/users/profile/profile": ["account"],
  "features/views/counts": ["views"],
  "features/views/move": ["views", "views"],
  "features/views/pin": ["views", "views"],
  "features/views/replace": ["views", "views"],
  "features/analytics/searches": ["reports.view"],
  "features/analytics/views": ["reports.view"],
  "features/analytics/visits": ["reports.view"],
};

/** Permissions by loader and action, such as `loader users.csv`. */
export const permissionOf: ReadonlyMap<string, Permission> = new Map(
  Object.entries({ ...derived, ...table }).flatMap(([id, asked]) =>
    asked.map((permission, place) => [`${place === 0 ? "loader" : "action"} ${id}`, permission] as const),
  ),
);

/** Routes of records that only their creator can open, whatever the access level of others. */
export const personal: ReadonlySet<string> = new Set([
  "features/records/job",
  "features/import/columns",
  "features/import/rows",
  "features/import/refused",
  "features/support/tickets/attachments/attachment",
]);
