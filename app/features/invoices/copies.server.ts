import type { Transaction } from "db";
import type { Invoice } from "db/schema";
import { findCustomer } from "~/features/customers/customers.server";

type CopiedCustomer = Pick<Invoice, "customerId" | "customerName" | "customerCompany" | "customerImage">;

/**
 * Returns the customer fields for a new invoice: only the id if the user is in the directory, or else the copy on the
 * earlier record. The picture is copied only for a customer without an id.
 */
export async function customerForNewInvoice(
  { customerId, customerName, customerCompany, customerImage }: CopiedCustomer,
  from?: Pick<Transaction, "select">,
): Promise<Partial<CopiedCustomer>> {
  if (customerId === null) return { customerId, customerName, customerCompany, customerImage };
  return (await findCustomer(customerId, from)) ? { customerId } : { customerId, customerName, customerCompany };
}
