/** The forms of the security pages. Browser-safe, but for actions only: pages need none of it. */
import { z } from "zod";
import type { AccessArea } from "db/lookups";
import { newPassword } from "~/auth/passwords/password";
import { text } from "~/core/form/rules";

/** An old password may break today's rule, so here it only has to be there. */
export const PasswordForm = z
  .object({
    currentPassword: z
      .string({ error: "Enter your current password" })
      .min(1, "Enter your current password")
      .max(1000, "Enter your own password"),
    password: newPassword(),
  })
  .refine(({ currentPassword, password }) => currentPassword !== password, {
    path: ["password"],
    error: "This is your password already. Choose another one",
  });

/** Rules for ending a session. */
export const SessionForm = z.object({ session: z.string().max(100) });

const scope = z.enum(["", "view", "change"], "Choose what the token may do there").optional();
const scopes = { sales: scope, support: scope, people: scope, reports: scope } satisfies Record<
  AccessArea,
  typeof scope
>;

export const TokenForm = z.object({
  name: text({ max: 60, ask: "Enter a name, such as what will use the token" }),
  ...scopes,
  access: z.literal("on").optional(),
  /** Lifetime in days. */
  life: z.enum(["30", "90", "365"], "Choose how long it lives").transform(Number),
});
