import { z } from "zod";
import { holdsNoCard, noCards } from "~/core/values/cards";
import { longestNote } from "~/core/form/form-state";

/**
 * Why something is done, in one paragraph: line breaks, tabs and what shows nothing become spaces. Nothing is said
 * where it is left out.
 */
export const note = () =>
  z
    .string()
    .overwrite((typed) => typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim())
    .max(longestNote, {
      error: ({ input }) => `Keep the reason to ${longestNote} characters: it has ${String(input).length}`,
    })
    .refine(holdsNoCard, noCards)
    .default("");
