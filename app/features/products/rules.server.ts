/** The rules for a product: one object for the form and for `/api/products`. */
import { z } from "zod";
import { rulesOf } from "~/core/fields/rules.server";
import { orNone, recordRef, text, groupedWhole } from "~/core/form/rules";
import { productFields } from "./fields";
import { maxFeatures, maxImages, maxOffers } from "./limits";

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

export const ProductRules = rulesOf(productFields).extend({
  // Rows that were left empty are no features, and no offers.
  features: z
    .array(Feature)
    .max(maxFeatures, `Keep to ${maxFeatures} features`)
    .transform((features) => features.filter(({ name }) => name)),
  offers: z
    .array(text({ max: 200 }))
    .max(maxOffers, `Keep to ${maxOffers} offers`)
    .transform((offers) => offers.filter(Boolean)),
  images: z
    .array(z.string("Name the address of a picture").max(200, "Name the address of a picture"))
    .max(maxImages, `Keep to ${maxImages} images`)
    .transform((images) => [...new Set(images)]),
  taxRateId: orNone(recordRef("Name a tax rate by its id, or none")).optional(),
  featureImage: orNone(z.string("Name the address of a picture")).optional(),
});

/** The rules for the form's fields, including `shown`, the picture to show large, which is not stored. */
export const ProductScreenForm = ProductRules.extend({
  stock: groupedWhole(ProductRules.shape.stock),
  shown: z.string().optional(),
});

export type ProductValues = z.output<typeof ProductRules>;
export type ProductScreenValues = z.output<typeof ProductScreenForm>;
