/** The rules for a product: one object for the form and for `/api/products`. Browser-safe. */
import { z } from "zod";
import { type LookupItem, productCategories, productColors, productSizes, productStatuses } from "db/lookups";
import { choice, longText, money, orNone, percent, text, whole } from "~/core/form/rules";
import {
  longestCode,
  longestDescription,
  longestTitle,
  mostFeatures,
  mostImages,
  mostOffers,
  mostStock,
} from "./limits";

/** Any of a list, each once and in the list's order. */
const several = <Value extends string>(items: readonly (LookupItem & { value: Value })[], ask: string) =>
  z
    .array(choice(items, ask))
    .transform((chosen) =>
      items.map(({ value }) => value).filter((value) => (chosen as readonly string[]).includes(value)),
    );

const Feature = z
  .object({ name: text({ max: 60 }), value: text({ max: 200 }) })
  .refine(({ name, value }) => name !== "" || value === "", {
    path: ["name"],
    error: "Enter what the feature is called",
  })
  .refine(({ name, value }) => value !== "" || name === "", {
    path: ["value"],
    error: "Enter the value of the feature",
  });

export const ProductRules = z.object({
  title: text({ max: longestTitle, ask: "Enter a title" }),
  code: text({ max: longestCode, ask: "Enter a code" }),
  category: choice(productCategories, "Choose a category"),
  description: longText({ max: longestDescription }),
  price: money({ ask: "Enter a price above 0", least: 1 }),
  discount: percent(),
  stock: whole({ ask: "Enter stock as a whole number", most: mostStock }),
  status: choice(productStatuses, "Choose a status"),
  colors: several(productColors, "Choose colors of the list"),
  sizes: several(productSizes, "Choose sizes of the list"),
  // Rows that were left empty are no features, and no offers.
  features: z
    .array(Feature)
    .max(mostFeatures, `Keep to ${mostFeatures} features`)
    .transform((features) => features.filter(({ name }) => name)),
  offers: z
    .array(text({ max: 200 }))
    .max(mostOffers, `Keep to ${mostOffers} offers`)
    .transform((offers) => offers.filter(Boolean)),
  images: z
    .array(z.string("Name the address of a picture").max(200, "Name the address of a picture"))
    .max(mostImages, `Keep to ${mostImages} images`)
    .transform((images) => [...new Set(images)]),
  featureImage: orNone(z.string("Name the address of a picture")).optional(),
});

export type ProductValues = z.output<typeof ProductRules>;
