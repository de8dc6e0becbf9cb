/** `/api/users`. */
import { z } from "zod";
import { userRoles, userStatuses } from "db/lookups";
import { picture } from "~/core/files/picture-rule.server";
import { pictureOf } from "~/core/values/avatar";
import { pick } from "~/core/values/pick";
import { apiOf, choices } from "~/core/api/api-resource.server";
import { apiFieldsOf } from "~/core/fields/api.server";
import { userFields } from "./fields";
import { userResource } from "./users.server";

const { shape, show, body, columns } = apiFieldsOf(userFields, {
  about: {
    role: "A job title. Empty for people who have none, such as those who registered.",
    status: "Active people may sign in as far as their access goes, which is given on the team page alone.",
    taxTreatment: "How invoices to them are taxed. By default taxable.",
    country: "The name of a country, or nothing.",
  },
});
// In the order in which programs know them.
const { name, email, role, status, address, createdAt, ...others } = shape;

const UserAnswer = z.object({
  id: z.int().positive(),
  name,
  image: z.string().describe("Address of a picture on this server. For people without one it draws their initials."),
  email,
  role,
  status,
  address,
  createdAt,
  ...others,
});

const answered = UserAnswer.keyof().options;

const UserBody = body.extend({ image: picture().optional() });

export const userApi = apiOf({
  of: userResource,
  listing: userResource.listing,
  shape: UserAnswer,
  show: (user) => pick({ id: user.id, ...show(user), image: pictureOf(user) }, ...answered),
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
    company: "Portico",
    taxTreatment: "taxable",
    taxNumber: "",
  },
});
