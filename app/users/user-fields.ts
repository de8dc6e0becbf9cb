import type { User } from "db/schema";

/** A person as the form's fields, whatever they came from: the record, as it is or was, or the values of a form. */
export const userFields = ({ name, email, role, status, country, phone, image }: Pick<User, "name" | "email" | "role" | "status" | "country" | "phone" | "image">) => ({
  name,
  email,
  role,
  status,
  country,
  phone,
  image: image ?? "",
});
