import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { isVisit } from "~/core/http/prefetch.server";
import { notFound } from "~/core/http/respond.server";
import { readableFaq } from "./published.server";
import { countRead } from "./tallies.server";

export { default } from "~/ui/form-only";

/** Redirects to an answer in its list, opened, and counts the read. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "faqs.view");
  const faq = (await readableFaq(me, recordId(params.id))) ?? notFound("FAQ not found");
  if (isVisit(request)) await countRead(me, faq.id);
  return redirect(`/support/faqs?open=${faq.id}#faq-${faq.id}`);
}
