/** Tests the billing pages: cards, address and overview. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { desc } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { db, tidyFile, write } from "db";
import { addPlan } from "db/samples/demo/plan";
import { charges, journal, paymentMethods, sessions, subscriptions } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { loader as listOrders } from "~/features/orders/list";
import { loader as listProducts } from "~/features/products/list";
import { cast, password, testDatabase, inTimeZone } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { post, run, signedIn, toast } from "~/testing/requests";
import { loader as listUsers } from "~/features/users/list";
import { action as create, loader as createPage } from "./cards/add-card";
import { action as saveAddress, loader as addressPage } from "./address";
import { action as makeDefault } from "./cards/default-card";
import { action as change, loader as changePage } from "./change-plan";
import { loader as overview } from "./plan-billing";
import { action as remove, loader as removePage } from "./cards/remove-card";
import { choiceTitle, planOf } from "./plans";
import { currentSubscription } from "./subscription.server";

testDatabase();

const { ada, ben } = cast;
const number = "4242 4242 4242 4242";
const year = (new Date().getUTCFullYear() + 2) % 100;
const fields = { holder: "Ada Active", cardNumber: number, expiry: `12/${year}`, cardCvc: "123" };
const path = "/settings/plan-billing/cards/create";

type Refused = { form: FormState };
const add = async (sent: Record<string, string>, at = path) =>
  run<Refused>(create, await signedIn(post(at, { key: randomUUID(), ...sent }), ada));
const cards = () => db.select().from(paymentMethods).orderBy(desc(paymentMethods.id));
const params = (id: number) => ({ id: String(id) });

describe("a payment card", () => {
  it("is added, the first one as the default, and only its identifying data is stored", async () => {
    const answer = await add(fields);
    expect([answer.status, answer.location, toast(answer)]).toEqual([
      303,
      "/settings/plan-billing",
      expect.stringContaining("Visa ending in 4242 was added"),
    ]);
    expect(await cards()).toMatchObject([
      {
        brand: "Visa",
        lastFour: "4242",
        expiryMonth: 12,
        expiryYear: 2000 + year,
        holder: "Ada Active",
        isDefault: true,
      },
    ]);
    expect(Object.keys((await cards())[0] ?? {}).sort()).toEqual([
      "brand",
      "createdAt",
      "expiryMonth",
      "expiryYear",
      "holder",
      "id",
      "isDefault",
      "lastFour",
    ]);
  });

  it("leaves its number nowhere in the database", async () => {
    await add({ ...fields, cardNumber: "3782 822463 10005", cardCvc: "1234" });
    await add({ ...fields, expiry: "01/20" });
    await tidyFile();
    const file = readFileSync(config.databaseFile, "latin1");
    for (const secret of ["378282246310005", "3782 822463 10005", "4242424242424242", number])
      expect(file).not.toContain(secret);
    expect(file).toContain("American Express");
  });

  it.each([
    ["cardNumber", "", "Enter the card number"],
    ["cardNumber", "4242 4242 4242 4243", "A digit is not right. Compare the number with the card."],
    ["cardNumber", "4242 4242 4242 424", "Visa numbers have 16 or 19 digits, and this has 15"],
    ["cardNumber", "3782 822463 1000", "American Express numbers have 15 digits, and this has 14"],
    [
      "cardNumber",
      "1234 5678 9012 3452",
      "This is no number of a card that Portico knows. Check it, or use another card.",
    ],
    ["cardNumber", "four two", "Enter the digits of the card number only"],
    ["expiry", "", "Enter month and year as on the card, such as 04/29"],
    ["expiry", "13/29", "Enter month and year as on the card, such as 04/29"],
    ["expiry", "12/99", "Enter month and year as on the card, such as 04/29"],
    ["expiry", "01/20", "This card has expired. Use another one."],
    ["cardCvc", "12", expect.stringContaining("Enter the code of 3 digits")],
    ["cardCvc", "1234", "The code of this card has 3 digits"],
    ["holder", "", "Enter the name on the card"],
    ["holder", number, expect.stringContaining("Take the card number out")],
  ])(
    "a payment card with %s %j is refused beside the field, and nothing of its number and code comes back",
    async (field, typed, message) => {
      const { status, data } = await add({ ...fields, [field]: typed });
      expect([status, data.form.errors]).toEqual([400, { [field]: message }]);
      expect(data.form.fields).not.toHaveProperty("cardNumber");
      expect(data.form.fields).not.toHaveProperty("cardCvc");
      if (field !== "expiry") expect(data.form.fields.expiry).toBe(fields.expiry);
      expect(await cards()).toEqual([]);
    },
  );

  it.each([
    ["5555 5555 5555 4444", "Mastercard", "123"],
    ["371449635398431", "American Express", "1234"],
    ["3056-930902-5904", "Diners Club", "123"],
    ["６０１１１１１１１１１１１１１７", "Discover", "123"],
  ])("a payment card of the number %s is a %s", async (cardNumber, brand, cardCvc) => {
    await add({ ...fields, cardNumber, cardCvc });
    expect(await cards()).toMatchObject([{ brand }]);
  });

  it.each([
    [`4/${year}`, 4],
    [`04/20${year}`, 4],
    [`11${year}`, 11],
    [` 9 - ${year} `, 9],
  ])("a payment card with the expiry %j is valid until month %d", async (expiry, expiryMonth) => {
    await add({ ...fields, expiry });
    expect(await cards()).toMatchObject([{ expiryMonth, expiryYear: 2000 + year }]);
  });

  it("submitted twice is added once, up to ten cards", async () => {
    const key = randomUUID();
    const both = await Promise.all([add({ ...fields, key }), add({ ...fields, key })]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await cards()).toHaveLength(1);
    expect(await db.$count(journal)).toBe(1);
    for (let count = 1; count < 10; count++) await add({ ...fields, holder: `Holder ${count}` });
    expect(await add({ ...fields, holder: "One more" })).toMatchObject({
      status: 400,
      data: { form: { errors: { "": "There are 10 cards already. Remove one first." } } },
    });
  });

  it("a payment card that exists already is not added again by a newly opened form", async () => {
    await add(fields);
    expect(await add(fields)).toMatchObject({
      status: 400,
      data: { form: { errors: { "": "Visa ending in 4242 is among your cards already." } } },
    });
    expect(await cards()).toHaveLength(1);
  });

  it("leads back to the change of plan that needed it, and nowhere else", async () => {
    const back = "/settings/plan-billing/change?plan=team&cycle=monthly";
    expect((await add(fields, `${path}?${new URLSearchParams({ back })}`)).location).toBe(back);
    for (const elsewhere of ["https://evil.example", "//evil.example", "/users", "/settings/plan-billing-not/x"]) {
      expect(
        (
          await add(
            { ...fields, holder: elsewhere.slice(0, 40) },
            `${path}?${new URLSearchParams({ back: elsewhere })}`,
          )
        ).location,
      ).toBe("/settings/plan-billing");
    }
    expect((await run(createPage, await signedIn(`${path}?back=%2Fusers`, ada))).data).toMatchObject({
      back: "/settings/plan-billing",
      isFirst: false,
    });
  });

  it("becomes the default when added as such, or by its button; the newest replaces a removed default", async () => {
    for (const cardNumber of [number, "5555 5555 5555 4444"]) await add({ ...fields, cardNumber });
    await add({ ...fields, cardNumber: "6011111111111117", asDefault: "on" });
    const defaults = async () => (await cards()).filter((card) => card.isDefault).map(({ brand }) => brand);
    expect(await defaults()).toEqual(["Discover"]);
    const [discover, , visa] = await cards();
    const press = async (id: number) =>
      run(makeDefault, await signedIn(post(`/settings/plan-billing/cards/${id}/default`), ada), params(id));
    expect(toast(await press(visa!.id))).toContain("Visa ending in 4242 is charged from now on");
    await press(visa!.id);
    expect(await defaults()).toEqual(["Visa"]);
    const removal = async (id: number) =>
      run(remove, await signedIn(post(`/settings/plan-billing/cards/${id}/remove`), ada), params(id));
    expect(toast(await removal(visa!.id))).toContain("Visa ending in 4242 was removed");
    expect(toast(await removal(visa!.id))).toContain("removed already");
    expect(await defaults()).toEqual(["Discover"]);
    await removal(discover!.id);
    expect(await defaults()).toEqual(["Mastercard"]);
    expect((await press(visa!.id)).status).toBe(404);
    expect((await run(removePage, await signedIn("/", ada), params(visa!.id))).status).toBe(404);
    const notes = (await db.select().from(journal)).map(({ action, note }) => [action, note]);
    expect(notes.slice(3)).toEqual([
      ["security", "chose another payment card to be charged"],
      ["security", "removed a payment card"],
      ["security", "removed a payment card"],
    ]);
  });
});

describe("the billing address", () => {
  const address = {
    billingName: "Ada & Co",
    billingEmail: "bills@example.com",
    billingAddress: "1 Quay\r\nOslo",
    billingCountry: "Norway",
    taxId: "NO 999",
  };
  const seen = async () =>
    (await run<{ seen: string }>(addressPage, await signedIn("/settings/plan-billing/address", ada))).data.seen;
  const save = async (sent: Record<string, string>, me = ada) =>
    run<Refused>(saveAddress, await signedIn(post("/settings/plan-billing/address", sent), me));

  it("is saved once however often it is sent, and journalled", async () => {
    const sent = { ...address, seen: await seen() };
    for (let times = 0; times < 2; times++) expect((await save(sent)).location).toBe("/settings/plan-billing");
    expect(await currentSubscription()).toMatchObject({ ...address, billingAddress: "1 Quay\nOslo", plan: "starter" });
    expect((await db.select().from(journal)).map(({ note }) => note)).toEqual(["changed the billing address"]);
  });

  it("is refused beside its fields, with the input", async () => {
    const { status, data } = await save({
      ...address,
      billingName: " ",
      billingEmail: "nobody",
      billingAddress: number,
      seen: await seen(),
    });
    expect([status, Object.keys(data.form.errors)]).toEqual([400, ["billingName", "billingEmail", "billingAddress"]]);
    expect(data.form.fields.taxId).toBe("NO 999");
  });

  it("the billing address that somebody else saved meanwhile is shown and not overwritten, unless it is submitted again", async () => {
    const before = await seen();
    await save({ ...address, seen: before }, ben);
    const late = await save({ ...address, billingName: "Late & Co", seen: before });
    expect(late).toMatchObject({
      status: 409,
      data: {
        form: {
          fields: { billingName: "Late & Co" },
          errors: { "": expect.stringContaining("Ada & Co, bills@example.com") as string },
        },
      },
    });
    expect(await currentSubscription()).toMatchObject({ billingName: "Ada & Co" });
    await save({ ...address, billingName: "Late & Co", seen: String(late.data.form.fields.seen) });
    expect(await currentSubscription()).toMatchObject({ billingName: "Late & Co" });
  });
});

it("each usage number equals that of the list it links to", async () => {
  for (let count = 0; count < 3; count++) await addOrder({ createdAt: new Date() });
  await addOrder({ createdAt: new Date(Date.now() - 32 * 86_400_000) });
  await inTimeZone("Asia/Tokyo", async () => {
    const { usage } = (
      await run<{ usage: { measure: string; used: number; href: string }[] }>(
        overview,
        await signedIn("/settings/plan-billing", ada),
      )
    ).data;
    expect(usage.map(({ measure, used }) => [measure, used])).toEqual([
      ["people", 3],
      ["products", 0],
      ["orders", 3],
    ]);
    const lists = { people: listUsers, products: listProducts, orders: listOrders };
    for (const { measure, used, href } of usage) {
      const list = await run<{ view: { total: number } }>(
        lists[measure as keyof typeof lists],
        await signedIn(href, ada),
      );
      expect([measure, list.data.view.total]).toEqual([measure, used]);
    }
  });
});

describe("a user who signed in more than ten minutes ago", () => {
  /** Returns the request in a session whose last authentication is too old. */
  async function stale(request: Request | string) {
    const asked = await signedIn(request, ada);
    await write(async (tx) => void (await tx.update(sessions).set({ provedAt: new Date(Date.now() - 11 * 60_000) })));
    return asked;
  }
  const planPath = "/settings/plan-billing/change?plan=team";
  const acts = {
    "add a card": { page: createPage, act: create, path, sent: () => ({ ...fields, key: randomUUID() }) },
    "remove a card": { page: removePage, act: remove, path: "/settings/plan-billing/cards/1/remove", sent: () => ({}) },
    "change the plan": {
      page: changePage,
      act: change,
      path: planPath,
      sent: () => ({ revision: "1", at: String(Date.now()) }),
    },
  };

  it.each(Object.entries(acts))("has to show that it is them to %s", async (name, { page, act, path, sent }) => {
    if (name !== "add a card") await add(fields);
    const state = async () => [
      await cards(),
      await db.select().from(charges),
      await currentSubscription(),
      await db.$count(journal),
    ];
    const before = await state();
    expect((await run(page, await stale(path), params(1))).data).toMatchObject({ proof: { password: true } });
    const refused = await run<Refused>(act, await stale(post(path, sent())), params(1));
    expect([refused.status, refused.data.form.errors]).toEqual([
      400,
      { currentPassword: "Enter your password to go on" },
    ]);
    const wrong = await run<Refused>(
      act,
      await stale(post(path, { ...sent(), currentPassword: "not mine" })),
      params(1),
    );
    expect([wrong.status, wrong.data.form.errors]).toEqual([
      400,
      { currentPassword: "This is not your password. Try again." },
    ]);
    for (const { data } of [refused, wrong])
      expect(Object.keys(data.form.fields)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^card|assword/)]),
      );
    expect(await state()).toEqual(before);

    const done = await run(act, await stale(post(path, { ...sent(), currentPassword: password })), params(1));
    expect([done.status, done.headers.getSetCookie().filter((cookie) => cookie.startsWith("session"))]).toEqual([
      303,
      [expect.any(String)],
    ]);
    expect(await state()).not.toEqual(before);
  });
});

it("the demo company pays the price of its plan", async () => {
  await write(async (tx) => {
    await tx.delete(subscriptions);
    await addPlan(tx, new Date());
  });
  const subscription = await currentSubscription();
  const { price } = planOf(subscription.plan);
  expect(subscription.cycle).toBe("monthly");
  const paid = await db.select({ lines: charges.lines, total: charges.total }).from(charges);
  expect(paid).toHaveLength(12);
  for (const charge of paid)
    expect(charge).toEqual({
      lines: [{ text: choiceTitle(subscription), amount: price.monthly }],
      total: price.monthly,
    });
});
