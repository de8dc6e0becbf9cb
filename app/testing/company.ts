/** The company in tests. */
import type { Company } from "db/schema";
import { companyResource, readCompany } from "~/features/company/company.server";
import { cast } from "./database";

/** Changes the company as its owner does. */
export async function changeCompany(values: Partial<Company>) {
  const { id, revision } = await readCompany();
  const changed = await companyResource.change(cast.ada, id, values, revision);
  if (!changed.ok) throw new Error(`The company was not changed: ${changed.reason}`);
  return changed;
}
