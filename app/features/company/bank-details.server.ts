/** Changes of the company that need a confirmation of identity, such as those of the bank details on invoices. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type Company, journal } from "db/schema";
import type { Confirmation } from "~/core/access/confirmation";
import { whereEntriesUndoable } from "~/core/audit/visible-entries.server";
import type { Reader } from "~/core/list/reach.server";
import { bankDetailsMail } from "~/core/mail/account-mails";
import type { Actor } from "~/core/resource/act.server";
import type { Confirmations } from "~/core/resource/resource.server";
import { notifyEveryOwner } from "~/features/notifications/notify-owners.server";

export const companyPath = "/settings/company";

const effect = "New invoices then tell customers to pay there. All owners are told by mail.";

/** Returns the confirmation for saving a company with other bank details. */
const confirmationOfBankDetails = (before: Company, payment: string): Confirmation | undefined =>
  before.payment === payment
    ? undefined
    : { title: "Change the bank details?", text: effect, button: "Change the bank details", back: companyPath };

type LockRules = Pick<Company, "closingDate" | "invoiceLock">;

/** Whether a change opens closed months or locked invoices again. Omitted rules stay. */
export const reopensBooks = (before: LockRules, after: Partial<LockRules>) =>
  reopensMonths(before, after) || unlocksSent(before, after);

const unlocksSent = (before: LockRules, { invoiceLock }: Partial<LockRules>) =>
  before.invoiceLock === "sent" && invoiceLock === "paid";

const reopensMonths = (before: LockRules, { closingDate }: Partial<LockRules>) =>
  closingDate !== undefined && closingDate < before.closingDate;

/** Returns one confirmation for saving a company, which names each of its dangerous changes; undefined without any. */
export function confirmationOfCompany(before: Company, after: Partial<Company>): Confirmation | undefined {
  const asked = [
    confirmationOfBankDetails(before, after.payment ?? before.payment),
    reopensMonths(before, after) && reopening,
    unlocksSent(before, after) && unlocking,
    confirmationOfPrefixes(before, after),
  ].filter((one) => one !== undefined && one !== false);
  const [first, ...others] = asked;
  if (!first || others.length === 0) return first && { ...first, back: companyPath };
  const acts = asked.map(({ title }, place) => {
    const act = title.replace(/\?$/, "");
    return place === 0 ? act : act.charAt(0).toLowerCase() + act.slice(1);
  });
  return {
    title: `${listFormat.format(acts)}?`,
    text: asked.map(({ text }) => text).join(" "),
    button: "Save the company",
    back: companyPath,
  };
}

const listFormat = new Intl.ListFormat("en-GB");

const reopening = {
  title: "Open closed months again?",
  text: "Invoices, payments and credit notes of these days can then be changed.",
  button: "Open them again",
};

const unlocking = {
  title: "Let sent invoices change again?",
  text: "Invoices that customers have already, and that have no payment or credit note, can then be changed.",
  button: "Let them change",
};

type Prefixes = Pick<Company, "invoicePrefix" | "creditNotePrefix">;

/** Whether a change gives new documents other prefixes. Omitted ones stay. */
export const changesPrefixes = (before: Prefixes, after: Partial<Prefixes>) =>
  (after.invoicePrefix ?? before.invoicePrefix) !== before.invoicePrefix ||
  (after.creditNotePrefix ?? before.creditNotePrefix) !== before.creditNotePrefix;

/** Returns the confirmation for saving a company with other prefixes of document numbers. */
const confirmationOfPrefixes = (before: Prefixes, after: Partial<Prefixes>): Confirmation | undefined =>
  changesPrefixes(before, after) ? { ...renumbering, back: companyPath } : undefined;

const renumbering = {
  title: "Change the prefix of document numbers?",
  text: "New invoices or credit notes have it from the next one on. Issued ones keep their numbers, and the series goes on without a gap.",
  button: "Change the prefix",
};

async function confirmationOfUndo(me: Reader, change: string, entry: number | undefined, back: string) {
  const changed = (what: SQL) => ({ me, change, entry, what });
  if (await isAnyChange(changed(sql`json_extract(${journal.after}, '$.payment') is not null`)))
    return {
      title: "Undo the change of the bank details?",
      text: `The undo changes them once more. ${effect}`,
      button: "Undo it",
      back,
    };
  const renamed = sql`coalesce(json_extract(${journal.after}, '$.invoicePrefix'), json_extract(${journal.after}, '$.creditNotePrefix')) is not null`;
  if (await isAnyChange(changed(renamed)))
    return { ...renumbering, title: "Undo the change of the prefix?", button: "Undo it", back };
  const closed = sql`json_extract(${journal.before}, '$.closingDate') < json_extract(${journal.after}, '$.closingDate')`;
  if (await isAnyChange(changed(closed)))
    return { ...reopening, title: "Undo the closing of months?", button: "Undo it", back };
  const locked = sql`json_extract(${journal.after}, '$.invoiceLock') = 'sent'`;
  return (await isAnyChange(changed(locked))) ? { ...unlocking, button: "Undo it", back } : undefined;
}

interface CompanyChange {
  me: Reader;
  change: string;
  entry: number | undefined;
  what: SQL;
}

/** Whether an act, or only one of its entries, changed the company in this way and the reader may undo it. */
async function isAnyChange({ me, change, entry, what }: CompanyChange): Promise<boolean> {
  const where = and(
    eq(journal.batch, change),
    whereEntriesUndoable(me),
    sql`+${journal.entity} = ${"companies"}`,
    what,
    entry === undefined ? undefined : eq(journal.id, entry),
  );
  return (await db.select({ id: journal.id }).from(journal).where(where).limit(1)).length > 0;
}

/** The company is changed by its form only, so no bulk action on it has to be confirmed. */
export const companyConfirmations: Confirmations = {
  confirmationOf: (_what, _who, back) => ({ title: "Change the company?", text: effect, button: "Change it", back }),
  confirmationOfUndo,
};

/** Notifies all owners in the app and by mail that invoices name other bank details now. */
export const notifyOfBankDetails = (tx: Transaction, by: Actor) =>
  notifyEveryOwner(
    tx,
    by,
    {
      person: { name: by.name, image: null },
      text: "changed the bank details on invoices",
      mail: "The bank details on invoices were changed",
      href: companyPath,
    },
    (to) => bankDetailsMail(to, by.name),
  );
