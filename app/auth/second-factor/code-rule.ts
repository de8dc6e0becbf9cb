/** Codes of the second factor as people type them. Browser-safe. */
import { z } from "zod";

const ask = "Enter the code";

/**
 * Of the app or a recovery code, or nothing, in a form that does other things too. Whether it is right is for
 * `two-factor.server.ts` to say.
 */
export const codeIfAny = z.string({ error: ask }).trim().max(100, "A code is shorter than this");

/** The same, where nothing goes on without one. */
export const codeRule = codeIfAny.min(1, ask);
