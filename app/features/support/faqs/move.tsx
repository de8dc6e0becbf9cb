import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { notFound, redirectWithErrors, redirectWithToast, samePath } from "~/core/http/respond.server";
import { toRecord } from "~/core/bulk/list-acts.server";
import { directions, faqResource, moveFaq } from "./faqs.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on to the record. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, faqResource, "change");
  return toRecord(faqResource.asSeenBy(me), params);
}

/** Moves a FAQ up or down in its topic, from the position `seen`. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, faqResource, "change");
  const { id } = await faqResource.at(me, params);
  const form = await readForm(request);
  const direction = directions.find((direction) => direction === form.get("direction"));
  if (!direction) throw data({ message: "Choose whether it goes up or down." }, 400);
  const back = samePath(form.get("back"), faqResource.listing.path);
  const moved = await moveFaq(me, Number(id), direction, Number(new URL(request.url).searchParams.get("seen")));
  if (!moved.ok)
    return moved.reason === "refused" ? redirectWithErrors(back, moved.errors) : notFound(faqResource.absent);
  const name = faqResource.describe([moved.row]);
  if (!moved.batch)
    return redirectWithToast(back, {
      text: `${name} stays where it is: it is at the end of its topic, or was moved meanwhile.`,
      tone: "error",
    });
  return redirectWithToast(back, { text: `${name} moved ${direction}`, undo: moved.batch });
}
