/** The rules for a person in the directory, for forms, imports and `/api/users`. */
import { z } from "zod";
import type { User } from "db/schema";
import { editableNames, formValues } from "~/core/fields/form-values";
import { rulesOf } from "~/core/fields/rules.server";
import { pick } from "~/core/values/pick";
import { userFields } from "./fields";

export const UserRules = rulesOf(userFields);

const { email: _, status: __, ...ownFields } = userFields;

/** A person as the form's fields, whatever they came from: the record, as it is or was, or the values of a form. */
export const userValues = formValues(userFields, "image");

const OwnRules = rulesOf(ownFields);

/**
 * The same of the form in which people say it of themselves: their address has a form of its own, and whether they may
 * come in is for others to say.
 */
export const profileValues = formValues(ownFields, "image");

/**
 * The fields of the picture: the address of the one that there is, whether to take it away, and which square of a new
 * one is kept (`cropOf` reads it).
 */
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

/** What people say of themselves: whoever has no job title keeps what the directory says of it. */
export const profileFormOf = (me: Pick<User, "access" | "role">) =>
  OwnRules.extend({
    ...pictureFields,
    role: hasJobTitle(me)
      ? OwnRules.shape.role
      : z
          .unknown()
          .optional()
          .transform(() => me.role),
  });

/** What pages show of a person: what their form has, and the picture. */
export const shownOf = (user: User) => pick(user, "id", "createdAt", "image", ...editableNames(userFields));
