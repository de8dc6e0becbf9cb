import { describe, expect, it } from "vitest";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { loader } from "~/features/records/bulk";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { get, run, signedIn } from "~/testing/requests";

testDatabase();

/** Returns the total that a preview shows. */
const sumAt = async (path: string) =>
  (await run<{ sum?: string }>(loader, await signedIn(get(path), cast.ada))).data.sum;

const invoice = (dollars: number) => addInvoice({ lines: [line({ price: dollars * 100 })] });

describe("the total of the records in a bulk preview", () => {
  it("is shown for all invoices that match, if there are several", async () => {
    const [first] = [await invoice(1_200), await invoice(80), await invoice(5)];
    expect(await sumAt("/invoices/bulk?set=complete")).toBe("3 invoices come to $1,285.00 in all.");
    await invoiceResource.setStatus(cast.ada, [first.id], "complete");
    expect(await sumAt("/invoices/bulk?status=pending&set=complete")).toBe("2 invoices come to $85.00 in all.");
    expect(await sumAt("/invoices/bulk?status=complete&act=delete")).toBeUndefined(); // a single invoice shows its total itself
    await invoiceResource.setStatus(cast.ada, ["INV-0002"], "complete");
    expect(await sumAt("/invoices/bulk?status=complete&act=delete")).toBe("2 invoices come to $1,280.00 in all.");
  });

  it("is shown for selected records, and for those in the trash", async () => {
    const ids = [await invoice(1_200), await invoice(80), await invoice(5)].map(({ id }) => id);
    const named = `ids=${ids.slice(0, 2).join()}`;
    expect(await sumAt(`/invoices/bulk?q=nobody&${named}&act=delete`)).toBe("2 invoices come to $1,280.00 in all.");
    await invoiceResource.trash(cast.ada, ids.slice(0, 2));
    expect(await sumAt(`/invoices/bulk?trash=1&${named}&act=restore`)).toBe("2 invoices come to $1,280.00 in all.");
    expect(await sumAt("/invoices/bulk?trash=1&act=restore")).toBe("2 invoices come to $1,280.00 in all.");
  });

  it("is not shown if some records stay unchanged", async () => {
    const [first] = [await invoice(1_200), await invoice(80), await invoice(5)];
    await invoiceResource.setStatus(cast.ada, [first.id], "complete");
    expect(await sumAt("/invoices/bulk?set=complete")).toBeUndefined();
  });

  it("is not shown if some selected records are gone or in the trash", async () => {
    const ids = [await invoice(1_200), await invoice(80), await invoice(5)].map(({ id }) => id);
    expect(await sumAt(`/invoices/bulk?ids=${[...ids, "INV-9999"].join()}&act=delete`)).toBeUndefined();
    await invoiceResource.trash(cast.ada, ids.slice(0, 1));
    expect(await sumAt(`/invoices/bulk?ids=${ids.join()}&act=delete`)).toBeUndefined();
    expect(await sumAt(`/invoices/bulk?ids=${ids.slice(1).join()}&act=delete`)).toContain("2 invoices come to $85.00");
  });

  it("is shown for orders, but not for users, which have no amount", async () => {
    const orders = [await addOrder({}), await addOrder({}), await addOrder({})];
    const each = orders[0]!.totalAmount / 100;
    const text = (count: number) => `${count} orders come to $${(count * each).toFixed(2)} in all.`;
    expect(await sumAt("/orders/bulk?set=Shipping")).toBe(text(3));
    expect(await sumAt(`/orders/bulk?ids=${orders[0]!.id},${orders[2]!.id}&set=Shipping`)).toBe(text(2));
    expect(await sumAt("/users/bulk?set=Banned")).toBeUndefined();
  });
});
