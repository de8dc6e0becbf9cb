/** The list of users: its screen and its file. */
import { db } from "db";
import { users } from "db/schema";
import { whereWaiting } from "~/core/access/access.server";
import { fileColumnsOf } from "~/core/fields/files.server";
import { defineList } from "~/core/list/define-list.server";
import { userFields, userNoun } from "./fields";
import { userListing } from "./users.server";

/** Counts the users who await approval: the figure on the home page, and the rows of `/team/waiting`. */
export const countAwaitingApproval = () => db.$count(users, whereWaiting);

export const userList = defineList({
  title: "Users",
  noun: userNoun,
  needs: "people.view",
  changeNeeds: "people.change",
  create: { href: "/users/create", label: "Create user" },
  importHref: "/users/import",
  listing: userListing,
  columns: fileColumnsOf(userFields),
  confirmDownload: () => ({
    title: "Download people?",
    text: "The file holds the names, addresses and telephone numbers of all whom the list shows. Keep it where nobody else reads it, and delete it when you no longer need it.",
    button: "Download the file",
    back: userListing.path,
  }),
});
