import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { forgetMiss } from "./tallies.server";
import { faqResource } from "./faqs.server";

export { default } from "~/ui/form-only";

const list = "/support/faqs/searches";

/** Takes forms only: who comes by address is led on to the list. */
export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, faqResource, "change");
  return redirect(list);
}

/** Removes a search from the list of those without a result, until it is repeated. */
export async function action({ request }: ActionFunctionArgs) {
  await guard(request, faqResource, "change");
  const query = (await readForm(request)).get("query");
  const gone = typeof query === "string" && (await forgetMiss(query));
  return redirectWithToast(
    list,
    gone ? { text: `“${query}” is off the list` } : { text: "That search was off the list already.", tone: "error" },
  );
}
