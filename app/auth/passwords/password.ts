/** Rules for new passwords: 8 to 128 characters of any kind, but no common password. Browser-safe. */
import { z } from "zod";
import { isCommonPassword } from "./common-passwords";
import { maxPasswordLength, minPasswordLength } from "./password-length";

/** Schema of a new password. Every message says what to do. */
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
