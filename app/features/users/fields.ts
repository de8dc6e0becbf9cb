/** The fields of a user, see `core/fields/fields.ts`. Browser-safe. */
import { taxTreatments, userRoles, userStatuses } from "db/lookups";
import { choice, email, fields, moment, phone, picture, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const userNoun: Noun = { one: "user", many: "users", pronoun: "them" };

export const userFields = fields({
  name: text({
    label: "Name",
    max: 100,
    required: "Enter a name",
    search: true,
    sort: true,
  }),
  email: email({ label: "E-mail", search: true, sort: true }),
  role: choice({
    label: "Job title",
    options: userRoles,
    ask: "Choose a job title",
    none: "No job title",
    search: true,
    sort: true,
    filter: true,
  }),
  status: choice({
    label: "Status",
    options: userStatuses,
    ask: "Choose a status",
    sort: true,
    filter: true,
  }),
  country: text({ label: "Country", max: 80, search: true, sort: true, api: "address" }),
  phone: phone({
    label: "Phone",
    search: true,
    sort: true,
  }),
  company: text({
    label: "Company",
    max: 100,
    search: true,
    sort: true,
    filter: true,
  }),
  taxTreatment: choice({
    label: "Tax",
    options: taxTreatments,
    ask: "Choose taxable, exempt or reverse charge",
    usual: "taxable",
  }),
  taxNumber: text({ label: "Tax number", max: 40 }),
  createdAt: moment({
    label: "Created",
    sort: true,
    compare: true,
    file: "created",
    readOnly: true,
  }),
  image: picture({ label: "Picture" }),
});
