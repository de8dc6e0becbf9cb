import { userFields } from "../fields";

/** What people say of somebody beside name, address and status. */
const factFields = Object.values(userFields).filter(
  ({ kind, name }) =>
    (kind === "text" || kind === "phone" || kind === "choice") && name !== "name" && name !== "status",
);

type PersonFactValues = Partial<Record<(typeof factFields)[number]["name"], unknown>>;

/** The same as facts. Whoever has no job title is not said to lack one. */
export const personFacts = (person: PersonFactValues, { hasJobTitle = true } = {}) =>
  factFields
    .filter(({ name }) => hasJobTitle || name !== "role")
    .map(({ name, label }) => ({
      term: label,
      value: <bdi className="wrap-anywhere">{String(person[name] ?? "") || "–"}</bdi>,
    }));
