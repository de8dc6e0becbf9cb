import type { User } from "db/schema";

type Profile = Pick<User, "name" | "role" | "country" | "phone" | "image">;

/** A person as the form's fields, whatever they came from: the record, as it is or was, or the values of a form. */
export const userFields = (user: Profile & Pick<User, "email" | "status">) => ({
  ...profileFields(user),
  email: user.email,
  status: user.status,
});

/** The same for the form in which people say it of themselves. */
export const profileFields = ({ name, role, country, phone, image }: Profile) => ({
  name,
  role,
  country,
  phone,
  image: image ?? "",
});
