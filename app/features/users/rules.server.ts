/** The rules for a person in the directory, for forms, imports and `/api/users`. */
import { z } from "zod";
import type { User } from "db/schema";
import { editableNames, formValues } from "~/core/fields/form-values";
import { rulesOf } from "~/core/fields/rules.server";
import { pick } from "~/core/values/pick";
import { userFields } from "./fields";

export const UserRules = rulesOf(userFields);

const { email: _, status: __, taxTreatment: ___, taxNumber: ____, ...ownFields } = userFields;

/** Returns a person as form fields, from a record or from the values of a form. */
export const userValues = formValues(userFields, "image");

const OwnRules = rulesOf(ownFields);

/** Returns the form fields of one's own profile: others decide on the e-mail address, the status and the tax. */
export const profileValues = formValues(ownFields, "image");

/**
 * The picture fields: the current address, whether to remove it, and the square to crop a new one to (`cropOf` reads
 * it).
 */
const edge = z.string().optional();
const pictureFields = {
  image: z.string().optional(),
  removePicture: z.string().optional(),
  crop: z.object({ x: edge, y: edge, size: edge }).optional(),
};

/** The rules with the picture fields that the screens post. */
export const UserScreenForm = UserRules.extend(pictureFields);

/** Whether users have a job title: clients have none. */
export const hasJobTitle = ({ access }: Pick<User, "access">) => access !== "client";

/** Returns the rules for one's own profile. A client keeps the job title in the directory. */
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

const visibleNames = ["id", "createdAt", "image", ...editableNames(userFields)] as const;

/** Returns the fields of a user that lists show. */
export function listedOf(user: User) {
  const { taxTreatment: _, taxNumber: __, ...listed } = shownOf(user);
  return listed;
}

/** Returns the fields of a user that pages show: the form's fields and the picture. */
export const shownOf = (user: User) => pick(user, ...visibleNames);
