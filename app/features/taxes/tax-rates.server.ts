/** Tax rates: records that products, the company and lines of documents name. */
import { and, asc, count, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { db, type Transaction } from "db";
import { natural } from "db/compare";
import { fold } from "db/fold";
import type { TaxCategory } from "db/lookups";
import { type LineTax, type TaxRate, companies, products, taxRates } from "db/schema";
import { rulesOf } from "~/core/fields/rules.server";
import { RuleViolation } from "~/core/resource/act.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { howMany } from "~/core/values/noun";
import { rateTitle } from "./rate-title";
import { newTaxRateFields, taxRateFields, taxRateNoun } from "./fields";

type From = Pick<Transaction, "select">;

export const taxRatesPath = "/settings/company/taxes";

export const taxRateResource = defineResource({
  table: taxRates,
  entity: "taxRates",
  noun: taxRateNoun,
  fields: taxRateFields,
  permissions: { view: "sales.view", change: "taxes" },
  list: { path: taxRatesPath, sort: "name", tabs: "status" },
  check: checkTaxRate,
  label: ({ name }) => name,
  unaudited: ["used"],
});

export const TaxRateForm = rulesOf(taxRateFields);
export const NewTaxRateForm = rulesOf(newTaxRateFields);

/** Categories whose documents have to say why no tax is charged. */
const needsReason: readonly TaxCategory[] = ["exempt", "reverse charge", "outside scope"];

type Draft = Omit<TaxRate, "id"> & { id?: number };

async function checkTaxRate(tx: Transaction, { after }: { after: Draft }) {
  const { category, rate = 0, reason = "", used = false, deletedAt } = after;
  const isCharged = category === "standard" || category === "reduced";
  if (isCharged && rate === 0)
    throw new RuleViolation({ rate: "Enter a rate above 0, or choose another category, such as zero" });
  if (!isCharged && rate > 0)
    throw new RuleViolation({ rate: `Enter 0: nothing is charged in the category “${category}”` });
  if (needsReason.includes(category) && !reason)
    throw new RuleViolation({ reason: "Enter the reason that documents have to give, such as the article of the law" });
  if (deletedAt && used)
    throw new RuleViolation({ "": `${after.name} is on documents, so it cannot be deleted. Archive it instead.` });
  if (deletedAt) await refuseDeletionInUse(tx, after);
  else await refuseTakenName(tx, after);
}

/** Refuses to delete a tax rate that new invoices would miss: the company's default, or that of products. */
async function refuseDeletionInUse(tx: Transaction, { id = 0, name }: Draft) {
  const [company] = await tx.select({ id: companies.id }).from(companies).where(eq(companies.defaultTaxRateId, id));
  const [sold] = await tx
    .select({ count: count() })
    .from(products)
    .where(and(eq(products.taxRateId, id), isNull(products.deletedAt)));
  const uses = [
    ...(company ? ["the company’s default"] : []),
    ...(sold?.count ? [`the rate of ${howMany(sold.count, "product")}`] : []),
  ];
  if (uses.length > 0)
    throw new RuleViolation({
      "": `${name} is ${uses.join(" and ")}, so it cannot be deleted. Archive it, or choose another one there first.`,
    });
}

async function refuseTakenName(tx: Transaction, { id, name }: Draft) {
  const others = await tx
    .select({ name: taxRates.name })
    .from(taxRates)
    .where(and(isNull(taxRates.deletedAt), id === undefined ? undefined : ne(taxRates.id, id)));
  if (others.some((other) => fold(other.name) === fold(name)))
    throw new RuleViolation({ name: "Another tax rate has this name. Enter another one." });
}

/** Returns the tax rates that can be chosen, and those in `more` even if they are archived, by name. */
export const choosableTaxRates = (more: readonly (number | null | undefined)[] = [], from: From = db) =>
  from
    .select()
    .from(taxRates)
    .where(
      and(
        isNull(taxRates.deletedAt),
        or(
          eq(taxRates.status, "active"),
          inArray(
            taxRates.id,
            more.filter((id) => typeof id === "number"),
          ),
        ),
      ),
    )
    .orderBy(asc(natural(taxRates.name)), asc(taxRates.id));

/** Returns the options of a field for a tax rate; those in `more` even if they are archived. */
export const taxRateOptions = async (more: readonly (number | null)[] = []) =>
  (await choosableTaxRates(more)).map(({ id, name, rate, status }) => ({
    value: String(id),
    title: rateTitle(name, rate) + (status === "archived" ? " (archived)" : ""),
  }));

/** Returns the tax rates with these ids that are not in the trash. */
export async function taxRatesWith(ids: readonly number[], from: From = db): Promise<Map<number, TaxRate>> {
  if (ids.length === 0) return new Map();
  const found = await from
    .select()
    .from(taxRates)
    .where(and(inArray(taxRates.id, [...ids]), isNull(taxRates.deletedAt)));
  return new Map(found.map((rate) => [rate.id, rate]));
}

/** Returns what a line copies of a tax rate. */
export const taxOf = ({ id, name, rate, category, reason }: Omit<TaxRate, "createdAt" | "deletedAt">): LineTax => ({
  taxRateId: id,
  taxName: name,
  rate,
  category,
  taxReason: reason,
});

/** Notes that documents have copied these tax rates, so that they are archived instead of deleted from now on. */
export async function markUsed(tx: Transaction, ids: readonly number[]) {
  if (ids.length > 0)
    await tx
      .update(taxRates)
      .set({ used: true })
      .where(and(inArray(taxRates.id, [...ids]), eq(taxRates.used, false)));
}

/** Refuses a tax rate that does not exist, or that was archived after others chose it. */
export async function refuseUnknownRate(
  tx: Transaction,
  field: string,
  id: number | null | undefined,
  before: number | null | undefined,
) {
  if (id === null || id === undefined || id === before) return;
  const rate = (await taxRatesWith([id], tx)).get(id);
  if (rate?.status !== "active") throw new RuleViolation({ [field]: "Choose one of the tax rates" });
}
