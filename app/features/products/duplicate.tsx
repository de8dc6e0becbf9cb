import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { guard } from "~/auth/session.server";
import { parseForm } from "~/core/form/form.server";
import { redirectWithErrors, redirectWithToast } from "~/core/http/respond.server";
import { toRecord } from "~/core/bulk/list-acts.server";
import { duplicateProduct, productAt, productResource, repeatedCopy } from "./products.server";

export { default } from "~/ui/form-only";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, productResource, "change");
  return toRecord(productResource.asSeenBy(me), params);
}

/** Adds a copy of a product and redirects to it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, productResource, "change");
  const original = await productAt(me, params);
  const page = `/products/${original.id}/overview`;
  if (original.deletedAt)
    return redirectWithToast(page, { text: `${original.title} is in the trash. Restore it first.`, tone: "error" });
  const { key } = await parseForm(request, z.object({}));
  const repeated = await repeatedCopy(me, original, key);
  if (repeated)
    return redirectWithToast(`${page}?copied=${repeated.twin.id}`, {
      text: `${repeated.twin.title} was created a short while ago. Press “Duplicate” here once more only if there should be two.`,
      tone: "error",
    });
  const made = await duplicateProduct(me, original, key);
  if (!made.ok) return redirectWithErrors(page, made.errors);
  return redirectWithToast(productResource.href(String(made.row.id)), {
    text: `${made.row.title} was created${made.batch ? "" : " already"}`,
    undo: made.batch,
  });
}
