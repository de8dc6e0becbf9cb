/** The list of canned replies: its screen and its file. */
import { fileColumnsOf } from "~/core/fields/files.server";
import { defineList } from "~/core/list/define-list.server";
import { cannedListing } from "./canned-replies.server";
import { cannedReplyFields, cannedReplyNoun } from "./fields";

export const cannedReplyList = defineList({
  title: "Canned replies",
  noun: cannedReplyNoun,
  needs: "support.view",
  changeNeeds: "support.change",
  create: { href: "/support/canned-replies/create", label: "Create canned reply" },
  listing: cannedListing,
  columns: fileColumnsOf(cannedReplyFields),
});
