/** Tests the product form: create, edit, pictures, and edit conflicts. */
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { files, journal, type Product, products } from "db/schema";
import { deleteUnusedFiles } from "~/maintenance/unused-files.server";
import type { FormFields } from "~/core/form/form-state";
import { compareVersions, type Versions } from "~/core/conflict/versions";
import { cast, testDatabase } from "~/testing/database";
import { addProducts, pack } from "~/testing/products";
import { type Answer, get, post, run, signedIn as as, toast } from "~/testing/requests";
import { action as create, loader as newForm } from "./create";
import { action as edit, loader as show } from "./edit";
import { productValues } from "./form-values";
import { productResource } from "./products.server";

testDatabase();

const { ada, ben } = cast;
const everything = () => db.select().from(products);
const fields = productValues({ ...pack, title: "Rain Cover", code: "SO-2000" });

interface Refused {
  form: { fields: FormFields; errors: Record<string, string>; revision: number };
}
interface Conflicted {
  versions: Versions;
}

const add = async (changed: FormFields = {}) =>
  run<Refused>(create, await as(post("/products/create", { ...fields, ...changed }), ada));

let product: Product;
beforeEach(async () => {
  [product] = (await addProducts({})) as [Product];
});
const save = async <Body = Refused>(changed: FormFields, person = ada, revision = "1"): Promise<Answer<Body>> =>
  run<Body>(
    edit,
    await as(post(`/products/${product.id}`, { ...productValues(product), ...changed, revision }), person),
    { id: String(product.id) },
  );

describe("creating a product", () => {
  it("stores all fields, leads to the list and offers to undo it", async () => {
    const answer = await add();
    expect(answer).toMatchObject({ status: 303, location: "/products" });
    expect(toast(answer)).toMatch(/Rain Cover was created.*undo/);
    expect((await everything()).at(-1)).toMatchObject({
      ...pack,
      title: "Rain Cover",
      code: "SO-2000",
      revision: 1,
      rating: 0,
      totalReviews: 0,
    });
    const [entry] = await db.select().from(journal);
    expect(Object.keys(entry?.after ?? {})).not.toContain("rating"); // the reviews determine it
  });

  it("ignores empty rows, and requires only the required fields", async () => {
    const least = {
      title: "Cap",
      code: "C-1",
      category: "Fashion",
      description: "",
      price: "$1,240.5",
      discount: "",
      stock: "0",
      status: "Draft",
      "features.0.name": "",
      "features.0.value": " ",
      "features.7.name": "Fit",
      "features.7.value": "Loose",
      offers: ["", "  "],
    };
    expect(await run(create, await as(post("/products/create", least), ada))).toMatchObject({ status: 303 });
    expect((await everything()).at(-1)).toMatchObject({
      price: 124_050,
      discount: 0,
      stock: 0,
      features: [{ name: "Fit", value: "Loose" }],
      offers: [],
      colors: [],
      images: [],
      featureImage: null,
    });
  });

  it("accepts a stock with separators of thousands", async () => {
    expect((await add({ stock: "1,234" })).status).toBe(303);
    expect((await everything()).at(-1)).toMatchObject({ stock: 1_234 });
  });

  it("asks which number a stock of 1.000 means, and adds nothing", async () => {
    const { status, data } = await add({ stock: "1.000" });
    expect([status, data.form.errors]).toEqual([400, { stock: "“1.000” can mean 1,000 or 1: enter 1000 or 1" }]);
    expect(data.form.fields.stock).toBe("1.000");
    expect(await everything()).toHaveLength(1);
  });

  it("twice with one form adds one", async () => {
    const { data } = await run<{ formKey: string }>(newForm, await as("/products/create", ada));
    for (const _ of [1, 2]) expect((await add({ key: data.formKey })).status).toBe(303);
    expect(await everything()).toHaveLength(2);
  });

  it.each<[string, FormFields, string]>([
    ["no title", { title: " " }, "title"],
    ["a title of 10,000 characters", { title: "x".repeat(10_000) }, "title"],
    ["a code that is taken, in another case", { code: "so-1180" }, "code"],
    ["an unknown category", { category: "Weapons" }, "category"],
    ["a price of 0", { price: "0.00" }, "price"],
    ["a price that could mean two things", { price: "12.405" }, "price"],
    ["a negative price", { price: "-5" }, "price"],
    ["a discount of 100", { discount: "100" }, "discount"],
    ["a negative discount", { discount: "-1" }, "discount"],
    ["half a piece", { stock: "12.5" }, "stock"],
    ["negative stock", { stock: "-1" }, "stock"],
    ["more than a million pieces", { stock: "1000001" }, "stock"],
    ["an unknown status", { status: "Sold" }, "status"],
    ["an unknown color", { colors: ["blue", "beige"] }, "colors"],
    ["a description of 10,000 characters", { description: "x".repeat(10_000) }, "description"],
    ["a description with NUL", { description: "a\0b" }, "description"],
    ["a feature without a name", { "features.0.name": "" }, "features.0.name"],
    ["a feature without a value", { "features.0.value": "" }, "features.0.value"],
    [
      "300 features",
      Object.fromEntries(
        Array.from({ length: 300 }, (_, row) => [
          [`features.${row}.name`, "a"],
          [`features.${row}.value`, "b"],
        ]).flat() as [string, string][],
      ),
      "features",
    ],
    ["an offer of 1,000 characters", { offers: ["x".repeat(1000)] }, "offers"],
    ["30 offers", { offers: Array.from({ length: 30 }, () => "Gift") }, "offers"],
    [
      "a picture elsewhere",
      { images: ["https://evil.example/x.png"], featureImage: "https://evil.example/x.png" },
      "images",
    ],
    [
      "a picture that is not there",
      { images: [`/files/${"0".repeat(64)}`], featureImage: `/files/${"0".repeat(64)}` },
      "images",
    ],
    ["13 pictures", { images: Array.from({ length: 13 }, (_, index) => `/files/${index}`) }, "images"],
  ])(
    "creating a product with %s is refused beside the field, keeps the input and changes nothing",
    async (_, wrong, field) => {
      const before = await everything();
      const { status, data } = await add(wrong);
      expect({ status, wrong: Object.keys(data.form.errors) }).toEqual({ status: 400, wrong: [field] });
      expect(data.form.fields).toMatchObject(wrong);
      expect(await everything()).toEqual(before);
    },
  );

  it("says which product has the code", async () => {
    expect((await add({ code: "so-1180" })).data.form.errors).toEqual({
      code: "Already used by “Trail Backpack 28L”. Use another one.",
    });
  });
});

describe("changing a product", () => {
  it("keeps unchanged values, and shows the others in its history", async () => {
    expect((await save({})).status).toBe(303);
    expect((await productResource.unrestricted.get(product.id))?.revision).toBe(1);
    expect(toast(await save({ stock: "3" }))).toMatch(/Trail Backpack 28L was saved.*undo/);
    const { data } = await run<{ history: object[] }>(show, await as(`/products/${product.id}`, ada), {
      id: String(product.id),
    });
    expect(data.history).toMatchObject([{ action: "changed", before: { stock: 18 }, after: { stock: 3 } }]);
  });

  it("changing a product that somebody else changed meanwhile shows both versions, including row lists, and overwrites nothing", async () => {
    await save({ "features.1.name": "Weight", "features.1.value": "860 g", price: "99" }, ben);
    const late = await save<Conflicted>({ "features.0.value": "30 litres", stock: "7", images: pack.images.slice(1) });
    expect(late.status).toBe(409);
    const verdicts = ["features", "price", "stock", "images", "featureImage", "title"].map((field) =>
      compareVersions(field, late.data.versions),
    );
    expect(verdicts).toEqual(["both", "theirs", "mine", "mine", "mine", "same"]);
    expect(await productResource.unrestricted.get(product.id)).toMatchObject({ price: 9900, stock: 18, revision: 2 });

    const chosen = await save(
      {
        ...late.data.versions.mine,
        price: "99.00",
        "theirs:features.0.name": "Volume",
        "theirs:features.0.value": "28 litres",
        "pick:features": "theirs",
      },
      ada,
      "2",
    );
    expect(chosen.status).toBe(303);
    expect(await productResource.unrestricted.get(product.id)).toMatchObject({
      price: 9900,
      stock: 7,
      features: pack.features,
      images: pack.images.slice(1),
      featureImage: pack.images[1],
    });
  });

  it("changing a product in the trash offers to restore it, and does both together", async () => {
    await productResource.trash(ben, [product.id]);
    expect(await save({ stock: "3" })).toMatchObject({
      status: 409,
      data: { form: { errors: { "": expect.stringContaining("is in the trash now") } } },
    });
    expect((await save({ stock: "3", restore: "1" }, ada, "2")).status).toBe(303);
    expect(await productResource.unrestricted.get(product.id)).toMatchObject({ stock: 3, deletedAt: null });
  });
});

describe("the pictures of a product", () => {
  const picture = async (background: string) =>
    new Uint8Array(
      await sharp({ create: { width: 2000, height: 1000, channels: 3, background } })
        .png()
        .toBuffer(),
    );

  /** Sends the form with files, as browsers do. */
  async function upload(contents: Uint8Array[], changed: FormFields = {}) {
    const form = new FormData();
    const sent = { ...productValues(product), ...changed, revision: "1" };
    for (const [name, values] of Object.entries(sent)) for (const value of [values].flat()) form.append(name, value);
    for (const [index, bytes] of contents.entries())
      form.append("pictures", new File([new Uint8Array(bytes)], `${index}.png`));
    const request = new Request(get(`/products/${product.id}`).url, { method: "POST", body: form });
    return run<Refused>(edit, await as(request, ada), { id: String(product.id) });
  }
  const kept = async () => (await productResource.unrestricted.get(product.id))?.images ?? [];

  it("are added after existing ones, scaled and re-encoded", async () => {
    expect((await upload([await picture("red"), await picture("blue")])).status).toBe(303);
    const images = await kept();
    expect(images.slice(0, 3)).toEqual(pack.images);
    expect(images.slice(3)).toEqual([expect.stringMatching(/^\/files\//), expect.stringMatching(/^\/files\//)]);
    const [file] = await db.select().from(files);
    expect(await sharp(file?.bytes).metadata()).toMatchObject({ format: "webp", width: 1200, height: 600 });
  });

  it("are not lost if another field is invalid, or one of them is not a picture", async () => {
    const { status, data } = await upload([await picture("red"), new TextEncoder().encode("<svg>")], { price: "0" });
    expect({ status, wrong: Object.keys(data.form.errors).sort() }).toEqual({
      status: 400,
      wrong: ["pictures", "price"],
    });
    expect(data.form.fields.images).toEqual([...pack.images, expect.stringMatching(/^\/files\//)]);
    expect(await kept()).toEqual(pack.images);
  });

  it("are limited to twelve: those that fit are accepted", async () => {
    const had = pack.images;
    const { data } = await upload(
      await Promise.all(Array.from({ length: 10 }, (_, index) => picture(`rgb(${index * 25}, 0, 0)`))),
    );
    expect(data.form.errors.pictures).toMatch(/^A product has at most 12 images: “.+ (?:was|were) left out\.$/);
    expect(data.form.fields.images).toHaveLength(12);
    expect(await kept()).toEqual(had);
  });

  it("can be reordered, and another one can be the feature image", async () => {
    const [first, second, third] = pack.images as [string, string, string];
    await save({ images: [third, first, second, third], featureImage: second });
    expect(await productResource.unrestricted.get(product.id)).toMatchObject({
      images: [third, first, second],
      featureImage: second,
    });
    await save({ images: [], featureImage: second }, ada, "2");
    expect(await productResource.unrestricted.get(product.id)).toMatchObject({ images: [], featureImage: null });
  });

  it("can be viewed without a change, and the view is kept; the first new one is shown instead", async () => {
    const [, second = ""] = pack.images;
    expect((await save({ shown: second })).status).toBe(303);
    expect(await productResource.unrestricted.get(product.id)).toMatchObject({ revision: 1 });
    const moved = await save({ shown: second, rows: "up:images.1" });
    expect(moved.data.form.fields).toMatchObject({ shown: second });
    const added = await upload([await picture("red"), await picture("blue")], { shown: second, rows: "add:images" });
    expect(added.data.form.fields.shown).toBe(added.data.form.fields.images?.[3]);
  });

  it("are the options for the feature image: another one is refused, as by the API", async () => {
    const errors = { featureImage: "Choose the feature image from the images of this product" };
    const strange = { featureImage: "/samples/products/watch.svg" };
    expect(await save(strange)).toMatchObject({ status: 400, data: { form: { errors } } });
    expect(await add(strange)).toMatchObject({ status: 400, data: { form: { errors } } });
    expect(await productResource.unrestricted.get(product.id)).toMatchObject({
      revision: 1,
      featureImage: pack.featureImage,
    });
    expect(await everything()).toHaveLength(1);
    expect(await save({ ...strange, rows: "remove:images.0" })).toMatchObject({
      status: 200,
      data: { form: { errors: {} } },
    });
  });

  it("are kept while a product or its history refers to them", async () => {
    await upload([await picture("red")]);
    const [address = ""] = (await kept()).slice(-1);
    const later = new Date(Date.now() + 1000);
    await save({ images: [] }, ada, "2");
    expect(await deleteUnusedFiles(later)).toBe(0); // the journal still could bring it back
    await addProducts({ code: "B", images: [address] });
    await write(async (tx) => void (await tx.delete(journal)));
    expect(await deleteUnusedFiles(later)).toBe(0);
    await write(async (tx) => void (await tx.delete(products)));
    expect(await deleteUnusedFiles(later)).toBe(1);
  });
});
