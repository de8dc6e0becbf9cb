/** `/api/tax-rates`. */
import { z } from "zod";
import type { taxRates } from "db/schema";
import { apiOf } from "~/core/api/api-resource.server";
import { apiFieldsOf } from "~/core/fields/api.server";
import type { Reader } from "~/core/list/reach.server";
import { taxRateFields } from "./fields";
import { TaxRateForm, taxRateResource } from "./tax-rates.server";

const { shape, show } = apiFieldsOf(taxRateFields, {
  about: {
    rate: "20 is 20 %. It is 0 in categories in which nothing is charged.",
    reason: "Required for exempt, reverse charge and outside scope: documents state it.",
    status: "Archived rates are on earlier documents only, and cannot be chosen.",
  },
});

const TaxRateBody = TaxRateForm.extend({
  category: TaxRateForm.shape.category.optional().describe("By default standard."),
  status: TaxRateForm.shape.status.optional(),
});

type Patch = Partial<typeof taxRates.$inferInsert>;

/** The resource, but what deletes a tax rate archives it: documents may name it. */
const archiving = {
  ...taxRateResource,
  asSeenBy: (me: Reader) => {
    const acts = taxRateResource.asSeenBy(me);
    const change: typeof acts.change = (by, id, patch: Patch, revision) =>
      acts.change(by, id, patch.deletedAt ? { status: "archived" } : patch, revision);
    const trash: typeof acts.trash = (by, ids) => acts.setStatus(by, ids, "archived");
    return { ...acts, change, trash };
  },
};

export const taxRateApi = apiOf({
  of: archiving,
  path: "/api/tax-rates",
  aboutDeleting: "They are archived: they stay in the list, and cannot be chosen any more.",
  listing: taxRateResource.listing,
  shape: z.object({ id: z.int().positive(), ...shape }),
  show: (rate) => ({ id: rate.id, ...show(rate) }),
  create: {
    body: TaxRateBody,
    values: ({ category = "standard", ...body }) => ({ category, ...body }),
    example: { name: "VAT 21%", rate: 21 },
  },
  change: { method: "PUT", body: TaxRateBody, values: (part) => part, example: { name: "VAT", rate: 21 } },
  example: {
    id: 1,
    name: "VAT 20%",
    rate: 20,
    category: "standard",
    reason: "",
    status: "active",
    createdAt: "2026-04-09T09:30:00.000Z",
  },
});
