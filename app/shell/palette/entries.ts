/** The command palette's entries other than records: the groups of an empty palette, actions and pages. */
import type { Permission } from "~/core/access/access.server";
import { navigation } from "~/shell/navigation";
import { secondFactorPage } from "~/auth/second-factor/page";
import type { IconName } from "~/ui/icons/icon-names";

/** Actions that do not lead to a page. */
export type Act = "calculator" | "emoji" | "theme" | "direction" | "logout" | "shortcuts";

export interface Entry {
  /** Unique id; for pages, their address. */
  id: string;
  title: string;
  /** Secondary text: the section, or what distinguishes the entry. */
  detail?: string;
  icon: IconName;
  /** Further search words. */
  words?: string;
  href?: string;
  act?: Act;
  /** Whether it is offered under recent entries; true for pages and records. */
  lasting?: boolean;
  /** Required permission; none if undefined. */
  needs?: Permission;
  /** Letter that opens it within the palette, with Ctrl or ⌘. */
  letter?: string;
}

const linkEntry = (title: string, href: string, icon: IconName, more: Partial<Entry> = {}): Entry => ({
  id: href,
  title,
  href,
  icon,
  ...more,
});
const does = (title: string, act: Act, icon: IconName, words: string): Entry => ({ id: act, title, act, icon, words });

/** The two groups of an empty palette, worded as in the specification. */
export const firstGroups: { title: string; entries: Entry[] }[] = [
  {
    title: "Suggestions",
    entries: [
      linkEntry("Calendar", "/calendar", "calendar", { needs: "sales.view", words: "month due deliveries" }),
      does("Search Emoji", "emoji", "smile", "smiley picture"),
      does("Calculator", "calculator", "calculator", "sum arithmetic"),
    ],
  },
  {
    title: "Settings",
    entries: [
      linkEntry("Profile", "/users/profile", "user", { letter: "P", words: "me my account" }),
      linkEntry("Billing", "/settings/plan-billing", "credit-card", {
        letter: "B",
        needs: "billing",
        words: "plan subscription cards receipts",
      }),
      linkEntry("Settings", "/settings", "settings", {
        letter: "S",
        words: "account profile info picture preferences",
      }),
    ],
  },
];

/** Actions available everywhere. */
const acts: Entry[] = [
  linkEntry("Create user", "/users/create", "user-plus", { needs: "people.change", words: "new add person" }),
  linkEntry("Create product", "/products/create", "plus", { needs: "sales.change", words: "new add" }),
  linkEntry("Create invoice", "/invoices/create", "plus", { needs: "sales.change", words: "new add bill" }),
  linkEntry("Record payment", "/payments/create", "plus", { needs: "payments.change", words: "new add money refund" }),
  linkEntry("Create credit note", "/credit-notes/create", "plus", {
    needs: "creditNotes.change",
    words: "new add refund return",
  }),
  linkEntry("Create ticket", "/support/create-ticket", "plus", {
    needs: "tickets.ask",
    words: "new add ask question support",
  }),
  linkEntry("Create FAQ", "/support/faqs/manage/create", "plus", { needs: "support.change", words: "new add answer" }),
  linkEntry("Create canned reply", "/support/canned-replies/create", "plus", {
    needs: "support.change",
    words: "new add template",
  }),
  linkEntry("Invite a colleague", "/team/invite", "user-plus", {
    needs: "team.invite",
    words: "add team member access",
  }),
  does("Toggle theme", "theme", "moon", "dark light mode night appearance"),
  does("Switch text direction", "direction", "pilcrow-right", "rtl ltr right to left"),
  does("Keyboard shortcuts", "shortcuts", "keyboard", "keys hotkeys help"),
  does("Log out", "logout", "log-out", "signout leave sign out"),
];

/** Trash pages with the permission to restore. */
const trashes = [
  ["users", "/users", "people.change"],
  ["products", "/products", "sales.change"],
  ["orders", "/orders", "sales.change"],
  ["invoices", "/invoices", "sales.change"],
  ["payments", "/payments", "payments.change"],
  ["tickets", "/support/tickets", "support.change"],
] as const;

/** Pages that are not in the menu. */
const otherPages: Entry[] = withLasting([
  linkEntry("Home", "/", "landmark", { words: "today start" }),
  linkEntry("Activity", "/activity", "history", { needs: "activity", words: "journal changes undo who" }),
  linkEntry("Notifications", "/notifications", "bell", { words: "inbox" }),
  linkEntry("Messages", "/messages", "message-square", { words: "inbox conversations" }),
  linkEntry("Items sold", "/orders/items", "shopping-cart", { needs: "sales.view", detail: "Orders" }),
  linkEntry("Jobs", "/career/jobs", "briefcase", { needs: "reports.view", detail: "Career" }),
  linkEntry("Applications", "/career/applications", "briefcase", { needs: "reports.view", detail: "Career" }),
  linkEntry("Candidates", "/career/candidates", "briefcase", { needs: "reports.view", detail: "Career" }),
  linkEntry("Interviews", "/career/interviews", "briefcase", { needs: "reports.view", detail: "Career" }),
  linkEntry("Courses", "/course/courses", "graduation-cap", { needs: "reports.view", detail: "Course" }),
  linkEntry("Enrolments", "/course/enrolments", "graduation-cap", { needs: "reports.view", detail: "Course" }),
  linkEntry("Study", "/course/study", "graduation-cap", { needs: "reports.view", detail: "Course" }),
  linkEntry("Test results", "/course/results", "graduation-cap", { needs: "reports.view", detail: "Course" }),
  linkEntry("Tasks", "/course/tasks", "graduation-cap", { needs: "reports.view", detail: "Course" }),
  linkEntry("Visits", "/analytics/visits", "eye", { needs: "reports.view", detail: "Analytics" }),
  linkEntry("Page views", "/analytics/views", "eye", { needs: "reports.view", detail: "Analytics" }),
  linkEntry("Searches", "/analytics/searches", "search", { needs: "reports.view", detail: "Analytics" }),
  linkEntry("Manage FAQs", "/support/faqs/manage", "life-buoy", {
    needs: "support.view",
    detail: "Support",
    words: "edit publish",
  }),
  linkEntry("Questions without an answer", "/support/faqs/searches", "life-buoy", {
    needs: "support.view",
    detail: "Support",
    words: "searches missing faqs",
  }),
  linkEntry("Canned replies", "/support/canned-replies", "life-buoy", {
    needs: "support.view",
    detail: "Support",
    words: "templates",
  }),
  linkEntry("Sign-ins", "/settings/security/sign-ins", "key-round", {
    detail: "Account Settings",
    words: "sessions history",
  }),
  linkEntry("Create API token", "/settings/security/tokens/create", "key-round", {
    detail: "Account Settings",
    words: "new",
  }),
  linkEntry("Saved views", "/views", "bookmark", { needs: "views", words: "lists filters pinned" }),
  linkEntry("Emoji", "/emoji", "smile", { words: "smiley picture" }),
  ...["users", "products", "orders", "invoices"].map((list) =>
    linkEntry(`Import ${list}`, `/${list}/import`, "upload", {
      needs: list === "users" ? "people.change" : "sales.change",
      words: `csv file bring in upload new add create ${list.slice(0, -1)}`,
    }),
  ),
  linkEntry("Import bank file", "/payments/import", "upload", {
    needs: "payments.change",
    words: "csv camt statement payments bring in upload",
  }),
  linkEntry("Your imports", "/imports", "upload", { needs: "imports", words: "csv file upload bring in history" }),
  linkEntry("API", "/api", "braces", { needs: "api", words: "reference openapi programs developers" }),
  ...trashes.map(([title, list, needs]) =>
    linkEntry(`Trash of ${title}`, `${list}?trash=1`, "trash-2", { needs, words: "deleted restore" }),
  ),
]);

/** Further search words for pages of the menu. */
const otherNames: Record<string, string> = {
  [secondFactorPage]: "2fa authenticator second",
  "/settings/security": "change password sessions api tokens",
  "/settings/notification": "notices mails digest quiet hours",
  "/settings/account-deactivation": "delete close my account data download export",
  "/course": "dashboard",
  "/sales": "dashboard revenue",
  "/finance": "dashboard cash overdue",
  "/analytics": "dashboard visits",
  "/career": "dashboard jobs hiring",
};

/** Pages of the menu, without create pages, pages of a sample record and visitors' pages. */
const menuPages: Entry[] = withLasting(
  navigation
    .flatMap(({ items }) => items)
    .filter(({ route }) => route !== "/login")
    .flatMap(({ label: item, icon, children }) =>
      children
        .filter(({ at, label }) => !at && label !== "Create")
        .map(({ label, route, needs }) => {
          const isWhole = label === "List" || label === "Overview";
          return linkEntry(isWhole ? item : label, route, icon, {
            needs,
            words: otherNames[route],
            ...(!isWhole && { detail: item }),
          });
        }),
    ),
);

/** All searchable entries. If an address occurs twice, the first entry wins. */
export const commands: Entry[] = onceEach([
  ...firstGroups.flatMap(({ entries }) => entries),
  ...acts,
  ...menuPages,
  ...otherPages,
]);

/** Returns the entries that the permissions allow. */
export const allowedEntries = (may: (permission: Permission) => boolean, entries: readonly Entry[]): Entry[] =>
  entries.filter(({ needs }) => !needs || may(needs));

function onceEach(entries: Entry[]): Entry[] {
  return [...new Map([...entries].reverse().map((entry) => [entry.id, entry])).values()].reverse();
}

function withLasting(entries: Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, lasting: true }));
}
