import { z } from "zod";
import { rulesOf } from "~/core/fields/rules.server";
import { viewFields } from "./fields";

/** What its owner changes of a view. */
export const ViewForm = rulesOf(viewFields).extend({
  shared: z.enum(["no", "yes"], "Choose who sees it").transform((chosen) => chosen === "yes"),
});

/** A new view: with the list that it is of, and what that list's address asks for. */
export const NewViewForm = ViewForm.extend({
  path: z.string({ error: "Say of which list" }),
  search: z.string().default(""),
  pinned: z.literal("on").optional().catch(undefined),
});
