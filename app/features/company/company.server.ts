/** The company: its settings, and what documents say of it. */
import { isDeepStrictEqual } from "node:util";
import { between, count, desc, eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import {
  type Company,
  companies,
  creditNotes,
  invoices,
  type Issuer,
  issuerColumns,
  issuers,
  payments,
} from "db/schema";
import { moveTotals } from "db/totals";
import { type EnteredHours, type WorkClock, workClockOf } from "db/work-clock";
import { RuleViolation } from "~/core/resource/act.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { howMany } from "~/core/values/noun";
import { pick } from "~/core/values/pick";
import { refuseUnknownRate } from "~/features/taxes/tax-rates.server";
import {
  changesPrefixes,
  companyConfirmations,
  companyPath,
  notifyOfBankDetails,
  reopensBooks,
} from "./bank-details.server";
import { companyFields, companyNoun } from "./fields";

type From = Pick<Transaction, "select">;

const companyId = 1;

let afterHoursChange: (tx: Transaction, clock: WorkClock) => Promise<void> = async () => undefined;

/** Registers what follows a change of working hours or time zone; `app/resources.server.ts` calls it on load. */
export const onHoursChange = (act: typeof afterHoursChange) => void (afterHoursChange = act);

let afterLockChange: (tx: Transaction) => Promise<void> = async () => undefined;

/** Registers what follows a change of which invoices are locked; `app/resources.server.ts` calls it on load. */
export const onLockChange = (act: (tx: Transaction) => Promise<void>) => void (afterLockChange = act);

export const companyResource = defineResource({
  table: companies,
  noun: companyNoun,
  fields: companyFields,
  permissions: { view: "company", change: "company" },
  list: { path: companyPath, sort: "id", hasScreen: false },
  href: () => companyPath,
  check: async (tx, { before, after, by }) => {
    await refuseUnknownRate(tx, "defaultTaxRateId", after.defaultTaxRateId, before?.defaultTaxRateId);
    if (after.deletedAt) throw new RuleViolation({ "": "The company cannot be deleted." });
    const isReopened = before !== undefined && reopensBooks(before, after);
    await refuseSharedPrefix(tx, after, before);
    refuseNoHours(after);
    if (before && before.currency !== after.currency) await refuseOtherCurrency(tx, before);
    const isRenumbered = before !== undefined && changesPrefixes(before, after);
    if (before?.payment !== after.payment || isReopened || isRenumbered) await by.assertRecentlyAuthenticated?.();
  },
  afterWrite: async (tx, { before, after }, { by }) => {
    await addIssuer(tx, after);
    if (before?.payment !== after.payment) await notifyOfBankDetails(tx, by);
    const isLockChanged = before?.closingDate !== after.closingDate || before.invoiceLock !== after.invoiceLock;
    if (isLockChanged) await afterLockChange(tx);
    if (before && before.timeZone !== after.timeZone) moveTotals(tx, after.timeZone);
    if (before && !isDeepStrictEqual(hoursOf(before), hoursOf(after))) await afterHoursChange(tx, hoursOf(after));
  },
  confirmations: companyConfirmations,
  files: [companies.logo],
});

/** Returns what is in the company's currency already, such as "18 invoices and 1 payment"; "" for nothing. */
export async function currencyUses(from: From = db): Promise<string> {
  const counts = [
    howMany(await countAll(from, invoices), "invoice"),
    howMany(await countAll(from, payments), "payment"),
    howMany(await countAll(from, creditNotes), "credit note"),
  ].filter((text) => !text.startsWith("0 "));
  return [counts.slice(0, -1).join(", "), counts.at(-1)].filter(Boolean).join(" and ");
}

async function countAll(from: From, table: typeof invoices | typeof payments | typeof creditNotes) {
  const [found] = await from.select({ count: count() }).from(table);
  return found?.count ?? 0;
}

/** Refuses another currency once there are documents, also void or deleted ones: their amounts would change. */
async function refuseOtherCurrency(tx: Transaction, { currency }: Pick<Company, "currency">) {
  const uses = await currencyUses(tx);
  if (uses) throw new RuleViolation({ currency: `The currency stays ${currency}, because there are ${uses} in it` });
}

const hoursOf = (company: EnteredHours & Pick<Company, "timeZone">) => workClockOf(company.timeZone, company);

/** Refuses working hours in which nobody works. */
function refuseNoHours(company: Omit<Company, "id">) {
  const { days, from, to } = hoursOf(company);
  if (days.length === 0) throw new RuleViolation({ workDays: "Choose at least one working day" });
  if (to <= from) throw new RuleViolation({ workTo: `Enter a time after ${company.workFrom}, when work begins` });
}

/**
 * Refuses a prefix with which an invoice and a credit note could have the same number, at the field that was changed.
 */
async function refuseSharedPrefix(
  tx: Transaction,
  { invoicePrefix, creditNotePrefix }: Pick<Company, "invoicePrefix" | "creditNotePrefix">,
  before: Pick<Company, "creditNotePrefix"> | undefined,
) {
  const hasNumber = async (table: typeof invoices | typeof creditNotes, prefix: string) =>
    (
      await tx
        .select({ id: table.id })
        .from(table)
        .where(between(table.id, `${prefix}-0`, `${prefix}-:`))
        .limit(1)
    ).length > 0; // ":" follows the digits
  const isShared = invoicePrefix === creditNotePrefix;
  const isForInvoices = isShared && before?.creditNotePrefix === creditNotePrefix;
  if (!isForInvoices && (isShared || (await hasNumber(invoices, creditNotePrefix))))
    throw new RuleViolation({ creditNotePrefix: "Invoices have this prefix. Enter another one for credit notes." });
  if (isForInvoices || (await hasNumber(creditNotes, invoicePrefix)))
    throw new RuleViolation({ invoicePrefix: "Credit notes have this prefix. Enter another one for invoices." });
}

export async function readCompany(from: From = db): Promise<Company> {
  const [company] = await from.select().from(companies).where(eq(companies.id, companyId));
  if (!company) throw new Error("The database has no company.");
  return company;
}

/** Returns what a document says of the company, by the document's `issuerId`. */
export async function readIssuer(id: number, from: From = db): Promise<Issuer> {
  const [issuer] = await from.select().from(issuers).where(eq(issuers.id, id));
  if (!issuer) throw new Error(`There is no issuer ${id}.`);
  return issuer;
}

/** Returns the issuer that new documents name. */
export async function currentIssuer(tx: Transaction): Promise<Issuer> {
  const [issuer] = await tx.select().from(issuers).orderBy(desc(issuers.id)).limit(1);
  if (!issuer) throw new Error("The database has no issuer.");
  return issuer;
}

/** Adds an issuer if what documents say of the company has changed; earlier documents keep theirs. */
async function addIssuer(tx: Transaction, company: Company) {
  const now = printed(company);
  const before = printed(await currentIssuer(tx));
  if (JSON.stringify(now) !== JSON.stringify(before)) await tx.insert(issuers).values(now);
}

const printedNames = Object.keys(issuerColumns) as (keyof typeof issuerColumns)[];
const printed = (company: Company | Issuer) => pick(company, ...printedNames);
