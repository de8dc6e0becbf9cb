import type { Noun } from "~/lib/noun";
import type { UserValues } from "./user";

export const userNoun: Noun = { one: "user", many: "users", pronoun: "them" };

/** What people call the fields. Apart from the rules, because pages that only say them shall not load the library that checks them. */
export const userFieldLabels: Record<keyof UserValues | "image", string> = {
  name: "Name",
  email: "E-mail",
  role: "Role",
  status: "Status",
  country: "Country",
  phone: "Phone",
  image: "Picture",
};
