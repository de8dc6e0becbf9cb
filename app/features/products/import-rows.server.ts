/** Products in files with a row for each variant or picture, as shops write them. */
import { productColors, productSizes } from "db/lookups";
import type { ImportedCell, Product } from "db/schema";
import { howMany } from "~/core/values/noun";
import type { Combined, GivenCells, GivenRow, ImportField } from "~/core/import/importer.server";
import { mergeRows } from "~/core/import/records.server";
import type { FileFormat } from "~/core/import/file/guess";

const options = [1, 2, 3] as const;

/** Import fields for one variant or picture of a product per row. */
export const productParts: Record<string, ImportField<Product>> = {
  productKey: {
    label: "Product handle in the shop",
    also: ["handle"],
    hint: "Rows with the same one, one below the other, are one product: its variants and pictures.",
    part: true,
  },
  ...Object.fromEntries(
    options.flatMap((number) => [
      [`option${number}Name`, { label: `Variant: option ${number}, name`, also: [`option${number} name`], part: true }],
      [`option${number}`, { label: `Variant: option ${number}`, also: [`option${number} value`], part: true }],
    ]),
  ),
  picture: { label: "Picture", also: ["image src"], hint: "Not brought in.", part: true },
};

/** The columns of the products that Shopify exports. */
export const shopifyProducts: FileFormat = {
  name: "Shopify",
  heads: ["Handle", "Variant SKU", "Variant Price"],
  columns: {
    Handle: "productKey",
    Title: "title",
    "Body (HTML)": "description",
    Type: "category",
    "Option1 Name": "option1Name",
    "Option1 Value": "option1",
    "Option2 Name": "option2Name",
    "Option2 Value": "option2",
    "Option3 Name": "option3Name",
    "Option3 Value": "option3",
    "Variant SKU": "code",
    "Variant Inventory Qty": "stock",
    "Variant Price": "price",
    "Image Src": "picture",
    Status: "status",
  },
  values: { status: { active: "Published", draft: "Draft", archived: "Draft" } },
};

const perVariant = ["code", "stock", "price", "picture", ...options.map((number) => `option${number}`)];

/** Combines the rows of a product's variants and pictures into one product. */
export function combineProductRows(rows: GivenRow[]): Combined {
  const { given, errors } = mergeRows(rows, perVariant, "product");
  const { productKey = "", option1Name: _, option2Name: __, option3Name: ___, ...product } = given;
  const notes: ImportedCell[] = [];
  const values: GivenCells = { ...product, ...describedPlainly(product) };
  const cells = (field: string) => rows.map((row) => row.given[field]?.trim() ?? "").filter(Boolean);
  const [first, ...others] = [...new Set(cells("price"))];
  if (first !== undefined) values.price = first;
  if (others.length > 0)
    notes.push({ field: "price", note: `Variants at ${others.join(", ")} are sold at this price too.` });
  if (rows.some((row) => "code" in row.given)) values.code = cells("code")[0] ?? productKey;
  Object.assign(values, stockOf(cells("stock"), notes));
  Object.assign(values, optionsOf(given, cells, notes));
  const pictures = new Set(cells("picture")).size;
  if (pictures > 0)
    notes.push({
      field: "",
      note: `${howMany(pictures, "picture")} ${pictures === 1 ? "is" : "are"} not brought in: add them on the page of the product.`,
    });
  return { given: values, notes, errors };
}

/** Returns the total stock of all variants; a negative stock counts as zero. */
function stockOf(cells: string[], notes: ImportedCell[]): GivenCells {
  if (cells.length === 0) return {};
  if (!cells.every((cell) => /^-?\d{1,9}$/.test(cell)))
    return { stock: cells.find((cell) => !/^-?\d{1,9}$/.test(cell)) ?? "" };
  if (cells.some((cell) => cell.startsWith("-")))
    notes.push({ field: "stock", note: "A stock below 0 in the file counts as 0." });
  return { stock: String(cells.reduce((sum, cell) => sum + Math.max(0, Number(cell)), 0)) };
}

const colorNames = new Set(["color", "colour", "farbe", "couleur", "kleur", "färg", "farge"]);
const sizeNames = new Set(["size", "größe", "groesse", "taille", "maat", "storlek", "størrelse"]);

/** The colors and sizes of all variants, as far as Portico has them. */
function optionsOf(given: GivenCells, cells: (field: string) => string[], notes: ImportedCell[]): GivenCells {
  const values: GivenCells = {};
  for (const number of options) {
    const name = given[`option${number}Name`]?.trim() ?? "";
    const found = [...new Set(cells(`option${number}`))];
    const isColor = colorNames.has(name.toLowerCase());
    if (found.length === 0 || (name === "Title" && found[0] === "Default Title")) continue;
    const known: readonly { value: string }[] = isColor
      ? productColors
      : sizeNames.has(name.toLowerCase())
        ? productSizes
        : [];
    const isKnown = (cell: string) => known.some(({ value }) => value === cell.toLowerCase());
    const unknown = found.filter((cell) => !isKnown(cell));
    if (known.length > 0) values[isColor ? "colors" : "sizes"] = found.filter(isKnown).join(", ");
    if (unknown.length > 0)
      notes.push({
        field: known.length === 0 ? "" : isColor ? "colors" : "sizes",
        note: `Left out: ${name} ${unknown.join(", ")}.`,
      });
  }
  return values;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", "#39": "'" };

/** A description without its markup. */
function describedPlainly({ description }: GivenCells): GivenCells {
  if (description === undefined || !/<[a-z/!]/i.test(description)) return {};
  const text = description
    .replace(/<br\s*\/?>|<\/(?:li|tr|div|h\d)>/gi, "\n")
    .replace(/<\/(?:p|ul|ol)>/gi, "\n\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(#?\w{2,6});/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n");
  return { description: text.trim() };
}
