import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/lib/form.server";
import { recordId } from "~/lib/ids";
import { notFound, redirectWithToast, samePath } from "~/lib/respond.server";
import { voteFor, votes } from "./reviews.server";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect("/products");
}

/** Says that a review helped, or that it did not; the same once more takes it back. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const form = await readForm(request);
  const vote = votes.find((vote) => vote === form.get("vote"));
  if (!vote) throw data({ message: "Choose whether the review helped" }, 400);
  const voted = await voteFor(me, recordId(params.id), vote);
  const back = samePath(form.get("back"), voted.ok ? `/products/${voted.row.productId}/overview` : "/products");
  if (voted.ok) return redirect(back, 303);
  if (voted.reason === "refused") return redirectWithToast(back, { text: Object.values(voted.errors).join(" "), tone: "error" });
  notFound("Review not found");
}
