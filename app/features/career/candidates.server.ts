/** People who would like to work here. */
import { eq } from "drizzle-orm";
import { natural } from "db/compare";
import { applications, type Candidate, candidates } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import type { Listing } from "~/core/list/listing.server";
import { applicationsBy } from "./applications.server";

export const candidateListing: Listing<typeof candidates> = {
  path: "/career/candidates",
  table: candidates,
  search: [candidates.name, candidates.email, candidates.headline],
  filters: { country: { label: "Country", type: "text", by: (country) => eq(candidates.country, country) } },
  sorts: { name: natural(candidates.name), createdAt: candidates.createdAt },
  sort: "-createdAt",
};

/** Adds the number of applications to the candidates. */
export async function listedCandidates(people: Candidate[]) {
  const applied = await applicationsBy(
    applications.candidateId,
    people.map(({ id }) => id),
  );
  return people.map((person) => ({ ...person, applications: applied.get(person.id) ?? 0 }));
}

export const candidateColumns: Columns<Awaited<ReturnType<typeof listedCandidates>>[number]> = {
  candidate: (person) => person.id,
  name: (person) => person.name,
  email: (person) => person.email,
  phone: (person) => person.phone,
  country: (person) => person.country,
  headline: (person) => person.headline,
  applications: (person) => person.applications,
  added: (person) => person.createdAt,
};
