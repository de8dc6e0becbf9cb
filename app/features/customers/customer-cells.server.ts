/** The customer that a row of an import names. */
import { email } from "~/core/form/rules";
import { CellErrors, type GivenCells, type ImportField } from "~/core/import/importer.server";
import { omitUndefined } from "~/core/values/pick";
import { userWithEmail } from "./find-by-email.server";

/** The number of a person of the directory, a name, or both. */
interface NamedCustomer {
  id?: string;
  name?: string;
}

/** Import field for the number of a record's customer. */
export const customerIdField: ImportField<{ customerId: number | null }> = {
  label: "Customer's number",
  also: ["user id", "customer id"],
  hint: "The number of a user, from whom the rest is copied where it is not said.",
  show: ({ customerId }) => customerId,
};

/**
 * Returns the customer named by the changed cells: a user by id or e-mail address, or a name alone. `row` holds all
 * cells. Throws `CellErrors`.
 */
export async function customerNamed(
  { customer, customerId, email }: Record<"customer" | "customerId" | "email", string | undefined>,
  row: GivenCells,
): Promise<NamedCustomer> {
  return omitUndefined({
    ...(await withAddress(email, row)),
    ...omitUndefined(await resolveCustomerCell(customer, customerId, row.customerId)),
  });
}

const address = email();

/** The person with an e-mail address that is new in a row, unless the row names a customer by number. */
async function withAddress(cell: string | undefined, { customerId }: GivenCells): Promise<NamedCustomer> {
  const read = address.safeParse(cell);
  if (!read.success || customerId?.trim()) return {};
  const person = await userWithEmail({ email: read.data });
  return person ? { id: String(person.id) } : {};
}

/**
 * Resolves a cell: an e-mail address names a user, any other text is a name. Throws `CellErrors` for an unknown
 * address, or one that contradicts the row's customer id.
 */
async function resolveCustomerCell(
  cell: string | undefined,
  id: string | undefined,
  rowsId: string | undefined,
): Promise<{ id?: string; name?: string }> {
  const written = addressIn(cell ?? "");
  if (cell === undefined || !written.includes("@")) return { id, name: cell };
  const read = address.safeParse(written);
  if (!read.success && /\s/.test(written)) return { id, name: cell };
  if (!read.success)
    throw new CellErrors({
      customer: `“${written}” is no full address, such as name@example.com. Write one, or the customer's name.`,
    });
  const person = await userWithEmail({ email: read.data });
  if (!person)
    throw new CellErrors({
      customer: `Nobody in the directory has the address ${read.data}. Write the customer's name here, and the address in a column of its own.`,
    });
  if (rowsId?.trim() && rowsId.trim() !== String(person.id))
    throw new CellErrors({
      customer: `${read.data} is the address of user ${person.id}, and the customer's id is another. Leave one of the two out.`,
    });
  return { id: String(person.id) };
}

/** The address in a cell as mail programs write it, such as `Ida <ida@example.com>`; or all of the cell. */
const addressIn = (cell: string) =>
  (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell)
    .trim()
    .replace(/^mailto:/i, "")
    .trim();
