/** Finds invoices and credit notes by the number that people write. */
import { eq, type SQL } from "drizzle-orm";
import { db } from "db";
import { creditNotes, invoices } from "db/schema";

/** The numbers of both kinds as people write them: "12", "INV-12" or "Credit note CN-0003". */
const written = {
  invoices: { table: invoices, number: /^(?:invoice\s*)?(?:inv[-\s]?|#)?0*(\d{1,9})$/i },
  creditNotes: { table: creditNotes, number: /^(?:credit\s*note\s*)?(?:cn[-\s]?|#)?0*(\d{1,9})$/i },
};

/** Returns the id of the document that is called so, or else of the one with this number, whatever its prefix. */
export async function findDocumentId(kind: keyof typeof written, typed: string): Promise<string | undefined> {
  const text = typed.trim();
  const { table, number } = written[kind];
  const digits = number.exec(text)?.[1];
  if (!digits && !/^[\w-]{6,28}$/.test(text)) return undefined;
  const find = async (where: SQL) => (await db.select({ id: table.id }).from(table).where(where))[0]?.id;
  return (await find(eq(table.id, text.toUpperCase()))) ?? (digits && (await find(eq(table.number, Number(digits)))));
}
