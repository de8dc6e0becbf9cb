/** Products that the demo company sells besides those of the sample. */
import { content } from "../content";
import type { ProductText } from "../products";

/** Properties shared by the products of a category. */
type Shelf = Pick<ProductText, "category" | "colors" | "sizes" | "features">;

/** A product. Its code begins with the key of its category. */
type Row = Pick<ProductText, "code" | "title" | "price" | "stock" | "daysAgo" | "pictures" | "description">;

export const moreProductTexts = () => content<Row[]>("demo-products").map(productText);

const [freeShipping, secondPiece] = ["Free shipping on larger orders", "10% off a second piece"];

function productText(row: Row, index: number): ProductText {
  const shelf = content<Record<string, Shelf>>("shelves")[row.code.slice(0, 2)];
  if (!shelf) throw new Error(`No category has products such as ${row.code}`);
  return {
    ...row,
    discount: index % 5 === 3 ? 10_00 : 0,
    offers: row.price > 80_00 ? [freeShipping] : index % 2 === 0 ? [secondPiece] : [],
    ...shelf,
  };
}
