/** The rules for a person in the directory: one object for the form and for `/api/users`. Browser-safe. */
import { z } from "zod";
import { userRoles, userStatuses } from "db/lookups";
import type { User } from "db/schema";
import { choice, choiceOrNone, email, phone, text } from "~/core/form/rules";

export const UserRules = z.object({
  name: text({ max: 100, ask: "Enter a name" }),
  email: email(),
  role: choiceOrNone(userRoles, "Choose a job title"),
  status: choice(userStatuses, "Choose a status"),
  country: text({ max: 80 }),
  phone: phone(),
});

/** The fields of the picture: the address of the one that there is, whether to take it away, and which square of a new one is kept (`cropOf` reads it). */
const edge = z.string().optional();
const pictureFields = {
  image: z.string().optional(),
  removePicture: z.string().optional(),
  crop: z.object({ x: edge, y: edge, size: edge }).optional(),
};

/** The same as the screens post it. */
export const UserScreenForm = UserRules.extend(pictureFields);

/** Whether people say their own job title. Clients do not work here, and have none. */
export const hasJobTitle = ({ access }: Pick<User, "access">) => access !== "client";

/** What people say of themselves: whoever has no job title keeps what the directory says of it. Their address has a form of its own, and whether they may come in is for others to say. */
export const profileFormOf = (me: Pick<User, "access" | "role">) =>
  UserRules.omit({ email: true, status: true }).extend({
    ...pictureFields,
    role: hasJobTitle(me)
      ? UserRules.shape.role
      : z
          .unknown()
          .optional()
          .transform(() => me.role),
  });
