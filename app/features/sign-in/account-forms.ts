/** The forms of the ways in. Browser-safe. */
import { z } from "zod";
import { email, text } from "~/core/form/rules";
import { newPassword } from "~/auth/passwords/password";

/** An old password may break today's rule, so here it only has to be there. */
export const LoginForm = z.object({
  email: email(),
  password: z
    .string({ error: "Enter your password" })
    .min(1, "Enter your password")
    .max(1000, "Enter your own password"),
  remember: z.literal("on").optional().catch(undefined),
});

export const RegisterForm = z.object({
  name: text({ max: 100, ask: "Enter your name" }),
  email: email(),
  password: newPassword(),
});

/** The rules for a registration whose link is opened in another browser. */
export const VerifyForm = RegisterForm.omit({ email: true });

export const EmailForm = z.object({ email: email() });
export const NewPasswordForm = z.object({ password: newPassword() });
