/** The rules for a person in the directory: one object for the form and for `/api/users`. Browser-safe. */
import { z } from "zod";
import { userRoles, userStatuses } from "db/lookups";
import { choice, email, phone, text } from "~/lib/rules";

export const UserRules = z.object({
  name: text({ max: 100, ask: "Enter a name" }),
  email: email(),
  role: choice(userRoles, "Choose a role"),
  status: choice(userStatuses, "Choose a status"),
  country: text({ max: 80 }),
  phone: phone(),
});

/** The same as the screens post it: with the picture's address, and whether to take it away. */
export const UserScreenForm = UserRules.extend({ image: z.string().optional(), removePicture: z.string().optional() });
