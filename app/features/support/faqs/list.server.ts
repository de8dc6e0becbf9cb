/** The list of FAQs: its screen and its file. */
import { fileColumnsOf } from "~/core/fields/files.server";
import { defineList } from "~/core/list/define-list.server";
import { faqFields, faqNoun } from "./fields";
import { faqListing } from "./faqs.server";

export const faqList = defineList({
  title: "FAQs",
  noun: faqNoun,
  needs: "support.view",
  changeNeeds: "support.change",
  create: { href: "/support/faqs/manage/create", label: "Write a FAQ" },
  listing: faqListing,
  columns: fileColumnsOf(faqFields),
});
