import { z } from "zod";
import { rulesOf } from "~/core/fields/rules.server";
import { viewFields } from "./fields";

/** Rules for the fields that the owner of a view may change. */
export const ViewForm = rulesOf(viewFields).extend({
  shared: z.enum(["no", "yes"], "Choose who sees it").transform((chosen) => chosen === "yes"),
});

/** Rules for a new view, with its list and the list's query. */
export const NewViewForm = ViewForm.extend({
  path: z.string({ error: "Say of which list" }),
  search: z.string().default(""),
  pinned: z.literal("on").optional().catch(undefined),
});
