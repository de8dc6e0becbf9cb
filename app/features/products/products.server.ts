import { and, eq, isNull, lte, ne, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { journal, type Product, products } from "db/schema";
import { ownPictures } from "~/core/files/files.server";
import { repeatRefusal } from "~/core/pages/save.server";
import { repeatKey } from "~/core/form/form-keys.server";
import { newFormKey } from "~/core/form/form.server";
import { recordId } from "~/core/values/ids";
import { pick } from "~/core/values/pick";
import { notFound } from "~/core/http/respond.server";
import { notifyEveryone } from "~/features/notifications/notify.server";
import type { Reader } from "~/core/list/reach.server";
import { type Actor, actToCreate, RuleViolation } from "~/core/resource/act.server";
import { erased } from "~/core/resource/erase.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { refuseUnknownRate } from "~/features/taxes/tax-rates.server";
import { productColumns } from "./columns.server";
import { productDependents } from "./dependents.server";
import { productFields, productNoun } from "./fields";
import { featureImageNotAmongImages } from "./limits";
import { lowStock } from "./stock";

export const productResource = defineResource({
  table: products,
  noun: productNoun,
  fields: productFields,
  permissions: { view: "sales.view", change: "sales.change" },
  list: {
    path: "/products",
    index: { kind: "products", number: products.id },
    filters: {
      stock: {
        label: "Stock",
        options: [
          { value: "low", title: `Low: ${lowStock} or fewer` },
          { value: "out", title: "Out of stock" },
        ],
        // The plus keeps SQLite to the index of the sort: it would sort by hand where the status is known to be one.
        by: (value) =>
          value === "out"
            ? eq(products.stock, 0)
            : and(sql`+${products.status} = 'Published'`, lte(products.stock, lowStock)),
      },
    },
    sort: "-createdAt",
    tabs: "status",
    columns: productColumns,
  },
  import: true,
  derive: withFeatureImage,
  check: checkProduct,
  unaudited: ["rating", "totalReviews"], // they are its reviews', and come and go with them
  dependents: productDependents,
  files: [products.images],
});

type Draft = Omit<Product, "id"> & { id?: number };

/** Ensures that the feature image is one of the images: falls back to the first if none is set or it was removed. */
async function withFeatureImage(
  _: Transaction,
  { before, values }: { before: Product | undefined; values: Partial<Product> },
): Promise<Partial<Product>> {
  const images = values.images ?? before?.images ?? [];
  const added = new Set(images.filter((image) => !before?.images.includes(image)));
  if ((await ownPictures([...added])).length < added.size)
    throw new RuleViolation({ images: "One of these pictures is not on this server. Take it away, or upload it" });
  const { featureImage } = values;
  if (featureImage && !images.includes(featureImage))
    throw new RuleViolation({ featureImage: featureImageNotAmongImages });
  return {
    featureImage:
      [featureImage, before?.featureImage].find((image) => image && images.includes(image)) ?? images[0] ?? null,
  };
}

/** Checks the rules for every change of a product. An undo may find that the images have changed since. */
async function checkProduct(tx: Transaction, { before, after }: { before: Product | undefined; after: Draft }) {
  const { featureImage, images } = after;
  if (before && (featureImage ? !images.includes(featureImage) : images.length > 0)) {
    throw new RuleViolation({
      "": `The images of ${after.title} were changed since, and one of them has to be its feature image. Undo that first, or choose one on its page.`,
    });
  }
  await refuseTakenCode(tx, after);
  await refuseUnknownRate(tx, "taxRateId", after.taxRateId, before?.taxRateId);
  if (before && !after.deletedAt && after.status === "Published" && before.stock > lowStock && after.stock <= lowStock)
    await notifyEveryone(tx, "lowStock", newsOf(before, after));
}

function newsOf({ id }: Product, { title, featureImage, stock }: Draft) {
  const text = stock === 0 ? "is out of stock" : `is low in stock: ${stock} left`;
  return {
    from: { name: title, image: featureImage },
    text,
    href: `/products/${id}/overview`,
    mail: `${title} ${text}`,
  };
}

async function refuseTakenCode(tx: Transaction, after: Draft) {
  const other = after.deletedAt ? undefined : await productWithCode(after, tx);
  if (other) throw new RuleViolation({ code: `Already used by “${other.title}”. Use another one.` });
}

/** Returns the other product outside the trash that has this code, ignoring ASCII case. */
export async function productWithCode(
  { id, code }: Pick<Draft, "id" | "code">,
  from: Pick<Transaction, "select"> = db,
): Promise<{ id: number; title: string } | undefined> {
  const same = and(
    eq(sql`lower(${products.code})`, sql`lower(${code})`),
    isNull(products.deletedAt),
    id === undefined ? undefined : ne(products.id, id),
  );
  return (await from.select({ id: products.id, title: products.title }).from(products).where(same))[0];
}

/** The product that an address names, even from the trash. Throws a 404 that says whether there ever was one. */
export async function productAt(me: Reader, params: { id?: string }): Promise<Product> {
  const id = recordId(params.id);
  const product = await productResource.find(me, id);
  if (product) return product;
  const past = and(eq(journal.entity, "products"), eq(journal.recordId, String(id)), eq(journal.label, erased));
  const [gone] = await db.select({ id: journal.id }).from(journal).where(past).limit(1);
  return notFound(
    gone
      ? "This product was in the trash and has been removed for good. Orders and invoices keep what they copied of it."
      : productResource.absent,
  );
}

/** Returns the values that a copy takes from the original. */
const copyOf = (original: Product) => ({
  ...pick(
    original,
    "category",
    "description",
    "price",
    "taxRateId",
    "discount",
    "stock",
    "colors",
    "sizes",
    "features",
    "offers",
    "images",
    "featureImage",
  ),
  title: withEnding(original.title, " (copy)", productFields.title.max),
  status: "Draft" as const,
});

/** Returns the refusal of a second copy while the first is as it was made; see `repeatRefusal`. */
export const repeatedCopy = (by: Actor, original: Product, key?: string) =>
  repeatRefusal(by, productResource, { key, values: copyOf(original) }, ({ revision }) => revision === 1);

/** Returns the one-time key of a product's copy; a page that names one in `?copied` lets a second one be made. */
export function copyKeyFor(request: Request): string {
  const twin = recordId(new URL(request.url).searchParams.get("copied"));
  return twin ? repeatKey(productResource.entity, String(twin)) : newFormKey();
}

/** Adds a copy of a product as a draft with a code of its own. A repeated one-time `key` returns the existing copy. */
export function duplicateProduct(by: Actor, original: Product, key?: string) {
  return actToCreate<Product>(by, async (tx, act) => {
    const made = key && (await productResource.within.madeWith(tx, key));
    if (made) return made;
    const copy = { ...copyOf(original), code: await freeCode(tx, original.code) };
    return productResource.within.create(tx, act, copy, key);
  });
}

async function freeCode(tx: Transaction, code: string): Promise<string> {
  for (let number = 2; ; number++) {
    const free = withEnding(code, `-${number}`, productFields.code.max);
    if (!(await productWithCode({ code: free }, tx))) return free;
  }
}

/** A text with an ending, shortened before it where both together are too long. Characters stay whole. */
function withEnding(text: string, ending: string, longest: number) {
  let start = text;
  while (start.length + ending.length > longest) start = [...start].slice(0, -1).join("");
  return start.trimEnd() + ending;
}
