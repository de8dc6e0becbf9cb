/** `/api/users`, SPEC section 7. */
import { z } from "zod";
import { userRoles, userStatuses } from "db/lookups";
import { picture } from "~/core/files/picture-rule.server";
import { pictureOf } from "~/core/values/avatar";
import { apiOf, choices } from "~/core/api/api-resource.server";
import { UserRules } from "./user";
import { userListing, userRecords } from "./users.server";

const UserAnswer = z.object({
  id: z.int().positive(),
  name: z.string(),
  image: z.string().describe("Address of a picture on this server. For people without one it draws their initials."),
  email: z.string(),
  role: z.string().describe("A job title. Empty for people who have none, such as those who registered."),
  status: z
    .enum(userStatuses.map(({ value }) => value))
    .describe("Active people may sign in as far as their access goes, which is given on the team page alone."),
  address: z.string().describe("The name of a country, or nothing."),
  createdAt: z.iso.datetime(),
  phone: z.string(),
});

const { country: address, phone, role, ...needed } = UserRules.shape;
const UserBody = z.object({
  ...needed,
  address: address.optional(),
  phone: phone.optional(),
  role: role.optional(),
  image: picture().optional(),
});

/** The columns of what a body says. */
const columns = <Said extends { address?: string }>({ address, ...said }: Said) => ({
  ...said,
  ...(address !== undefined && { country: address }),
});

export const userApi = apiOf({
  of: userRecords,
  listing: userListing,
  shape: UserAnswer,
  show: (user) => ({
    id: user.id,
    name: user.name,
    image: pictureOf(user),
    email: user.email,
    role: user.role,
    status: user.status,
    address: user.country,
    createdAt: user.createdAt.toISOString(),
    phone: user.phone,
  }),
  create: { body: UserBody, values: columns },
  change: {
    method: "PUT",
    body: UserBody,
    values: columns,
    example: { role: "Data Scientist", phone: "+234 555 010 0143" },
  },
  lists: {
    status: choices("What the status of a user can be", userStatuses),
    roles: choices("The job titles that a user can have", userRoles),
  },
  example: {
    id: 1,
    name: "Amara Okafor",
    image: "/samples/users/1.svg",
    email: "amara.okafor@example.com",
    role: "Sales Manager",
    status: "Active",
    address: "Nigeria",
    createdAt: "2026-03-30T09:30:00.000Z",
    phone: "+234 555 010 0142",
  },
});
