/** The lists of the team page: staff, clients, users awaiting approval, and invitations. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { natural } from "db/compare";
import { accessAreas, accessLevels } from "db/lookups";
import { invitations, type User, users } from "db/schema";
import { whereHasAccess, whereHasSecondFactor, whereWaiting } from "~/core/access/access.server";
import { countQuickly } from "~/core/list/counting.server";
import { countText } from "~/core/list/list";
import type { Listing } from "~/core/list/listing.server";
import { defineList, type ListDefinition } from "~/core/list/define-list.server";
import type { Reader } from "~/core/list/reach.server";
import { userResource } from "~/features/users/users.server";

const { search, index } = userResource.listing;
const people = {
  table: users,
  search,
  index,
  isOwn: true,
  sorts: { name: natural(users.name), createdAt: users.createdAt },
};

/** Owners first, and by name among those of one level. */
const byLevel = sql`case ${users.access} when 'owner' then 0 when 'admin' then 1 when 'staff' then 2 else 3 end || ${natural(users.name)}`;
const levels = (...some: User["access"][]) => accessLevels.filter(({ value }) => some.includes(value)).toReversed();
const area = {
  label: "Area",
  options: accessAreas,
  by: (value: string) => and(eq(users.access, "staff"), sql`json_extract(${users.areas}, ${`$.${value}`}) is not null`),
};
const secondFactor = {
  label: "Second factor",
  options: [
    { value: "on", title: "On" },
    { value: "off", title: "Off" },
  ],
  by: (value: string) => (value === "on" ? whereHasSecondFactor : sql`not ${whereHasSecondFactor}`),
};

const teamListing: Listing<typeof users> = {
  ...people,
  path: "/team",
  scope: and(whereHasAccess, inArray(users.access, ["owner", "admin", "staff"])),
  filters: {
    level: { label: "Level", options: levels("owner", "admin", "staff"), by: users.access },
    area,
    step: secondFactor,
  },
  sorts: { ...people.sorts, level: byLevel },
  sort: "level",
};

const clientListing: Listing<typeof users> = {
  ...people,
  path: "/team/clients",
  scope: and(whereHasAccess, eq(users.access, "client")),
  filters: { step: secondFactor },
  sort: "name",
};

/** The first to come first. */
export const waitingListing: Listing<typeof users> = {
  ...people,
  path: "/team/waiting",
  scope: whereWaiting,
  filters: {},
  sort: "createdAt",
};

/** Mailed, and neither used nor revoked. */
const invitationListing: Listing<typeof invitations> = {
  path: "/team/invitations",
  table: invitations,
  scope: and(isNull(invitations.usedAt), isNull(invitations.revokedAt)),
  search: [invitations.email],
  filters: {
    level: { label: "Level", options: levels("owner", "admin", "staff", "client"), by: invitations.access },
    state: {
      label: "State",
      options: [
        { value: "open", title: "Open" },
        { value: "expired", title: "Expired" },
      ],
      by: (value) => sql`${invitations.expiresAt} ${sql.raw(value === "open" ? ">" : "<=")} ${Date.now()}`,
    },
  },
  sorts: { email: invitations.email, createdAt: invitations.createdAt, expiresAt: invitations.expiresAt },
  sort: "-createdAt",
};

const screen = {
  title: "Team",
  noun: { one: "person", many: "people" },
  needs: "team.view",
  create: { href: "/team/invite", label: "Invite", needs: "team.invite" },
} as const;

const teamList = defineList({ ...screen, listing: teamListing });
const clientList = defineList({ ...screen, listing: clientListing });
const waitingList = defineList({ ...screen, listing: waitingListing });
export const invitationList = defineList({
  ...screen,
  noun: { one: "invitation", many: "invitations" },
  listing: invitationListing,
});

/** The list of people that an address shows. */
export const peopleAt = (pathname: string) =>
  [clientList, waitingList].find(({ path }) => pathname.toLowerCase().startsWith(path)) ?? teamList;

const tabs: [title: string, list: ListDefinition][] = [
  ["Team", teamList],
  ["Clients", clientList],
  ["Waiting", waitingList],
  ["Invitations", invitationList],
];

/** The lists as tabs, the one at `path` current, each with how many it has. */
export function teamTabs(me: Reader, path: string) {
  return Promise.all(
    tabs.map(async ([title, list]) => ({
      title,
      href: list.path,
      current: list.path === path,
      count: countText(await countQuickly(list.listingFor(me), { q: "", filters: {}, trash: false })),
    })),
  );
}
