/** Tests that every user in the directory can be a customer and a requester, with or without a login. */
import { describe, expect, it } from "vitest";
import { action } from "~/features/api/resource";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { run, send, signedIn } from "~/testing/requests";

testDatabase();
const { ban, pia, rex, dan, tess } = cast;

const bodies = {
  orders: (id: number) => ({ customer: { id }, items: [{ name: "Gift wrapping", price: 4.5, quantity: 1 }] }),
  invoices: (id: number) => ({ customer: { id }, products: [{ title: "Consulting", quantity: 1, price: 10 }] }),
  tickets: (requesterId: number) => ({
    subject: "Where is it?",
    topic: "Orders and returns",
    message: "Where?",
    requesterId,
  }),
};

describe.each(Object.keys(bodies) as (keyof typeof bodies)[])("/api/%s", (kind) => {
  it("a customer can be anybody in the directory, and nobody in its trash", async () => {
    const staff = await letIn(cast.ben, "staff", { sales: "change", support: "change" });
    const add = async (id: number) =>
      run(action, await signedIn(send("POST", `/api/${kind}`, bodies[kind](id)), staff));
    for (const person of [ban, pia, rex, dan]) {
      const { status, data } = await add(person.id);
      expect([status, JSON.stringify(data)]).toEqual([200, expect.stringContaining(person.name)]);
    }
    expect((await add(tess.id)).status).toBe(400);
  });
});
