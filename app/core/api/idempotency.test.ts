import { afterEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { formKeys, products, users } from "db/schema";
import { action } from "~/features/api/resource";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { productResource } from "~/features/products/products.server";
import { userResource } from "~/features/users/users.server";
import { cast, testDatabase } from "~/testing/database";
import { pack } from "~/testing/products";
import { run, send, signedIn } from "~/testing/requests";

testDatabase();
const { ada, ben } = cast;
afterEach(() => void vi.useRealTimers());

const person = { name: "Nell New", email: "nell@example.com", role: "IT Support", status: "Pending" };
async function post(path: string, key: string | undefined, body: unknown, by = ada) {
  const request = await signedIn(send("POST", path, body, key === undefined ? {} : { "Idempotency-Key": key }), by);
  return run<{ user: { id: number }; message: string }>(action, request);
}
const people = () => db.$count(users);

describe("a request with an Idempotency-Key", () => {
  it("creates one record however often it is sent, and gets the first response again", async () => {
    const before = await people();
    const first = await post("/api/users", "k1", person);
    expect(first.status).toBe(200);
    await userResource.change(ben, first.data.user.id, { name: "Changed Since" });
    const second = await post("/api/users", "k1", person);
    expect([second.status, second.data, second.headers.get("ETag")]).toEqual([
      200,
      first.data,
      first.headers.get("ETag"),
    ]);
    expect(await people()).toBe(before + 1);
  });

  it("gets the first response again even if the created record is gone by then", async () => {
    const [product] = await write((tx) => tx.insert(products).values(pack).returning());
    const invoice = { customer: { id: ben.id }, products: [{ id: product?.id, quantity: 1 }] };
    const first = await post("/api/invoices", "k1", invoice);
    expect(first.status).toBe(200);
    await productResource.trash(ada, [product?.id ?? 0]);
    expect((await post("/api/invoices", "k2", invoice)).status).toBe(400);
    expect(await post("/api/invoices", "k1", invoice)).toMatchObject({ status: 200, data: first.data });
  });

  it("creates one record even if it is sent twice at the same moment", async () => {
    const before = await people();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post("/api/users", "k1", person)));
    expect(new Set(answers.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await people()).toBe(before + 1);
  });

  it("a request with an Idempotency-Key with another body or URL is refused with a message", async () => {
    await post("/api/users", "k1", person);
    for (const other of [
      await post("/api/users", "k1", { ...person, name: "Nina" }),
      await post("/api/products", "k1", person),
    ]) {
      expect([other.status, other.data]).toEqual([
        422,
        { message: "This Idempotency-Key was used for another request. Use a new key for each new request." },
      ]);
    }
  });

  it("a request with an Idempotency-Key of another user is a different request", async () => {
    await post("/api/users", "k1", person);
    expect((await post("/api/users", "k1", { ...person, email: "other@example.com" }, ben)).status).toBe(200);
  });

  it("a request with an Idempotency-Key that was refused can be corrected and sent again", async () => {
    expect((await post("/api/users", "k1", { ...person, email: "none" })).status).toBe(400);
    expect((await post("/api/users", "k1", person)).status).toBe(200);
  });

  it("counts as new after a day, when maintenance deletes the stored response", async () => {
    await post("/api/users", "k1", person);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 + 1 });
    expect((await post("/api/users", "k1", { ...person, email: "later@example.com" })).status).toBe(200);
    await write(
      async (tx) => void (await tx.insert(formKeys).values({ key: "a form's", entity: "users", recordId: "1" })),
    );
    vi.setSystemTime(Date.now() + 24 * 3_600_000 + 1);
    await runMaintenance();
    expect(await db.select({ key: formKeys.key }).from(formKeys)).toEqual([{ key: "a form's" }]);
  });

  it.each(["", "x".repeat(256)])(
    "a request with an Idempotency-Key that is empty or too long is refused",
    async (key) => expect((await post("/api/users", key, person)).status).toBe(400),
  );
});
