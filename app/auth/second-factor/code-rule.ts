/** Validation of second factor codes. Browser-safe. */
import { z } from "zod";

const ask = "Enter the code";

/** Schema of an optional app or recovery code. `second-factor.server.ts` checks the code itself. */
export const codeIfAny = z.string({ error: ask }).trim().max(100, "A code is shorter than this");

/** Schema of a required code. */
export const codeRule = codeIfAny.min(1, ask);
