/** Tests who may read an uploaded picture, depending on the records that show it. */
import { beforeEach, describe, expect, it } from "vitest";
import { write } from "db";
import type { AreaAccess } from "db/lookups";
import { files, journal, type User, users } from "db/schema";
import { deleteUnusedFiles } from "~/maintenance/unused-files.server";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { letIn } from "~/testing/client";
import { addOrder } from "~/testing/orders";
import { addProducts } from "~/testing/products";
import { run, signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { loader } from "./file";

testDatabase();
const { ada, ben, dan } = cast;
const id = (letter: string) => letter.repeat(64);
const address = (letter: string) => `/files/${id(letter)}`;
const [ofPerson, ofProduct, former, bought, waiting] = ["a", "b", "c", "d", "e"];
let client: User;

beforeEach(async () => {
  client = await letIn(cast.pia);
  const rows = ["a", "b", "c", "d", "e"].map((letter) => ({
    id: id(letter),
    type: "image/webp",
    bytes: Buffer.from("x"),
    uploaderId: letter === waiting ? client.id : ada.id,
  }));
  await write(async (tx) => void (await tx.insert(files).values(rows)));
  await userResource.change(ada, dan.id, { image: address("c") });
  await userResource.change(ada, dan.id, { image: address("a") });
  await addProducts({ images: [address("b"), address("d")] });
  await addOrder({
    customerId: client.id,
    items: [{ id: 1, name: "Pen", image: address("d"), price: 19_90, quantity: 2 }],
  });
});

const seenBy = async (me: User) => {
  const asked = [ofPerson, ofProduct, former, bought, waiting].map(
    async (letter = "") =>
      [letter, (await run(loader, await signedIn(address(letter), me), { id: id(letter) })).status] as const,
  );
  return (await Promise.all(asked)).flatMap(([letter, status]) => (status === 200 ? [letter] : [])).join("");
};

describe("a picture can be seen by", () => {
  it("clients if it is their own, on their purchases, or waits for their form", async () => {
    expect(await seenBy(client)).toBe("de");
    await userResource.change(ada, client.id, { image: address("a") });
    expect(await seenBy(client)).toBe("ade");
  });

  it("everybody who is signed in, even from an invoice with an earlier logo, whose file cleanups leave", async () => {
    await changeCompany({ logo: address("a") });
    await changeCompany({ logo: null });
    expect(await seenBy(client)).toBe("ade");
    await write(async (tx) => void (await tx.delete(journal)));
    await write(async (tx) => void (await tx.update(users).set({ image: null })));
    await deleteUnusedFiles(new Date(Date.now() + 1_000));
    expect(await seenBy(client)).toBe("ad");
  });

  it.each([
    [{}, ""],
    [{ support: "view" }, "a"],
    [{ people: "view" }, "ace"],
    [{ sales: "view" }, "abcde"],
    [{ reports: "view" }, "abcde"],
  ] as [AreaAccess, string][])("staff with %j as far as their areas show it", async (areas, letters) => {
    expect(await seenBy(await letIn(ben, "staff", areas))).toBe(letters);
  });

  it("admins and owners, unless it waits for another user's form, and never by visitors", async () => {
    expect(await seenBy(await letIn(ben, "admin"))).toBe("abcde");
    expect(await seenBy(ada)).toBe("abcde");
    expect((await run(loader, await signedIn(address("f"), ada), { id: id("f") })).status).toBe(404);
    expect((await run(loader, new Request(`http://portico.test${address("a")}`), { id: id("a") })).location).toContain(
      "/login",
    );
  });
});
