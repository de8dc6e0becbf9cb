/**
 * Which passwords may be chosen: 8 to 128 characters, of any composition, but none that everybody tries first.
 * Browser-safe.
 */
import { z } from "zod";
import { isCommonPassword } from "./common-passwords";
import { maxPasswordLength, minPasswordLength } from "./password-length";

/** A password that may be chosen. Every message says what to do. */
export const newPassword = () =>
  z
    .string({ error: "Choose a password" })
    .min(1, "Choose a password")
    .min(minPasswordLength, `Use at least ${minPasswordLength} characters`)
    .max(maxPasswordLength, `Keep this to ${maxPasswordLength} characters`)
    .refine(
      (password) => !isCommonPassword(password),
      "Many people use this password, so it is guessed first. Choose another one",
    );
