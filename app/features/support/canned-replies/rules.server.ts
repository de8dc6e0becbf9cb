import { rulesOf } from "~/core/fields/rules.server";
import { cannedReplyFields } from "./fields";

/** A reply that is written once and used often. */
export const CannedReplyForm = rulesOf(cannedReplyFields);
