import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { recordId } from "~/core/values/ids";
import { notFound, redirectWithErrors, samePath } from "~/core/http/respond.server";
import { getReview, voteFor, voteChoices } from "./reviews.server";
import { productResource } from "../products.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on to the product. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await guard(request, productResource, "view");
  const review = await getReview(recordId(params.id));
  return redirect(review ? `/products/${review.productId}/overview#review-${review.id}` : "/products");
}

/** Handles a vote on a review: helpful, not helpful, or none. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, productResource, "view");
  const form = await readForm(request);
  const wish = voteChoices.find((wish) => wish === form.get("vote"));
  if (!wish) throw data({ message: "Choose whether the review helped." }, 400);
  const voted = await voteFor(me, recordId(params.id), wish);
  const back = samePath(form.get("back"), voted.ok ? `/products/${voted.row.productId}/overview` : "/products");
  if (voted.ok) return redirect(back, 303);
  if (voted.reason === "refused") return redirectWithErrors(back, voted.errors);
  notFound("Review not found");
}
