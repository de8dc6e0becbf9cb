import { z } from "zod";
import { text } from "~/core/form/rules";
import { longestName } from "./limits";

const named = {
  name: text({ max: longestName, ask: "Enter a name for this view" }),
  shared: z.enum(["no", "yes"], "Choose who sees it").transform((chosen) => chosen === "yes"),
};

/** What its owner changes of a view. */
export const ViewForm = z.object(named);

/** A new view: with the list that it is of, and what that list's address asks for. */
export const NewViewForm = z.object({
  ...named,
  path: z.string({ error: "Say of which list" }),
  search: z.string().default(""),
  pinned: z.literal("on").optional().catch(undefined),
});
