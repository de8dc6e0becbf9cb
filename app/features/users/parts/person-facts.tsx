import { userFields } from "../fields";

/** The fields of a person besides name, e-mail address and status. */
const factFields = Object.values(userFields).filter(
  ({ kind, name }) =>
    (kind === "text" || kind === "phone" || kind === "choice") && name !== "name" && name !== "status",
);

type PersonFactValues = Partial<Record<(typeof factFields)[number]["name"], unknown>>;

/** Returns those fields as facts. `hasJobTitle` is false for clients, who have none. */
export const personFacts = (person: PersonFactValues, { hasJobTitle = true } = {}) =>
  factFields
    .filter(({ name }) => hasJobTitle || name !== "role")
    .filter(({ name }) => name !== "taxTreatment" || person[name] !== "taxable")
    .filter(({ name }) => name !== "taxNumber" || person[name])
    .map(({ name, label }) => ({
      term: label,
      value: <bdi className="wrap-anywhere">{String(person[name] ?? "") || "–"}</bdi>,
    }));
