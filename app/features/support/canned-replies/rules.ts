import { z } from "zod";
import { longText, text } from "~/core/form/rules";
import { longestBody, longestTitle } from "./limits";

/** A reply that is written once and used often. */
export const CannedReplyForm = z.object({
  title: text({ max: longestTitle, ask: "Enter a title by which it is found" }),
  body: longText({ max: longestBody, ask: "Write the reply", tabs: true }),
});
