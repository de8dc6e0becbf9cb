import { z } from "zod";
import { holdsNoCard, noCards } from "~/core/values/cards";
import { maxNoteLength } from "~/core/form/form-state";

/**
 * The reason for a change, in one paragraph: line breaks, tabs and control characters become spaces. Empty by default.
 */
export const note = () =>
  z
    .string()
    .overwrite((typed) => typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim())
    .max(maxNoteLength, {
      error: ({ input }) => `Keep the reason to ${maxNoteLength} characters: it has ${String(input).length}`,
    })
    .refine(holdsNoCard, noCards)
    .default("");
