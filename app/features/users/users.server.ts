import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "db";
import { journal, peopleTotals, users, visits } from "db/schema";
import { whereWaiting } from "~/core/access/access.server";
import type { ListQuery, StoredSums } from "~/core/list/listing.server";
import { momentIn } from "~/core/list/days.server";
import { patchFor } from "~/core/resource/bulk-outcome.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { readablePreferences } from "~/features/notifications/readable-preferences";
import { readLinks } from "./profile/networks";
import { applyAccessChange } from "./access-effects.server";
import { checkUser, ownAccountRefusal, refusesUndo } from "./access-rules.server";
import { userDependents } from "./dependents.server";
import { accountFields } from "./account-fields";
import { userFields, userNoun } from "./fields";
import { peopleConfirmations } from "./confirmations.server";
import { noLevelNote } from "./without-level.server";

/** Returns the stored counts for a list that is filtered only by status and role; undefined for any other filter. */
function storedSums({ q, filters, trash }: Pick<ListQuery, "q" | "filters" | "trash">): StoredSums | undefined {
  const { status, role, ...others } = filters;
  if (q || trash || Object.keys(others).length > 0) return undefined;
  const where = and(
    status ? eq(peopleTotals.status, status) : undefined,
    role ? eq(peopleTotals.role, role) : undefined,
  );
  return { table: peopleTotals, sums: { rows: peopleTotals.people }, where };
}

export const userResource = defineResource({
  table: users,
  noun: userNoun,
  fields: { ...userFields, ...accountFields },
  permissions: { view: "people.view", change: "people.change" },
  list: {
    path: "/users",
    index: { kind: "users", number: users.id },
    filters: {
      visited: {
        label: "Visited",
        type: "days",
        needs: "reports.view",
        by: (days) =>
          sql`exists (select 1 from ${visits} where ${visits.personId} = ${users.id} and ${and(...momentIn(visits.startedAt)(days))})`,
      },
    },
    sort: "-createdAt",
    tabs: "status",
    storedSums,
    confirmDownload: () => ({
      title: "Download people?",
      text: "The file holds the names, addresses and telephone numbers of all whom the list shows. Keep it where nobody else reads it, and delete it when you no longer need it.",
      button: "Download the file",
      back: "/users",
    }),
  },
  import: true,
  check: checkUser,
  afterWrite: applyAccessChange,
  refusesUndo: (user, patch, by) => refusesUndo(user, { ...user, ...patch }, by),
  remainingSteps: noLevelNote,
  confirmations: peopleConfirmations,
  readableValues: { links: readLinks, notices: readablePreferences },
  trashWarning: "Signed-in users are signed out at once and cannot sign in again.",
  skipInBulk: (user, { by, what }) => ownAccountRefusal(by, user, { ...user, ...patchFor(what) }),
  ownerOnly: ["links", "notices"],
  unaudited: ["uid", "access", "areas", "deactivatedAt", "accessEndedAt", "accessTakenAt"],
  dependents: userDependents,
  files: [users.image],
  ownEntriesFilter: (me) => and(eq(journal.recordId, String(me.id)), inArray(journal.action, ["changed", "security"])),
});

/** Counts the users who await approval: the figure on the home page, and the rows of `/team/waiting`. */
export const countAwaitingApproval = () => db.$count(users, whereWaiting);
