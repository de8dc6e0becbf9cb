/** The sample's fifteen products. Pictures: Fluent Emoji (MIT), in `public/samples/products`. */
import type { ProductCategory, ProductColor, ProductSize, ProductStatus } from "../lookups";
import type { Feature, products } from "../schema";
import { content } from "./content";
import { daysAfter } from "./parts";

export type SampleProduct = typeof products.$inferInsert & { id: number; createdAt: Date; images: string[] };

export interface ProductText {
  title: string;
  code: string;
  category: ProductCategory;
  /** Price in cents. */
  price: number;
  /** Discount in hundredths of a percent. */
  discount?: number;
  stock: number;
  status?: ProductStatus;
  colors?: ProductColor[];
  sizes?: ProductSize[];
  description: string;
  features: Record<string, string>;
  offers?: string[];
  pictures: string[];
  daysAgo: number;
}

export const productTexts = () => content<ProductText[]>("products");

/** Returns the rows, with creation dates relative to `now`. */
export function sampleProducts(now: Date, texts = productTexts()): SampleProduct[] {
  return texts.map(({ features, pictures, daysAgo, status = "Published", ...values }, index) => {
    const images = pictures.map((picture) => `/samples/products/${picture}.svg`);
    return {
      ...values,
      id: index + 1,
      status,
      features: Object.entries(features).map(([name, value]): Feature => ({ name, value })),
      images,
      featureImage: images[0],
      createdAt: daysAfter(now, -daysAgo),
    };
  });
}
