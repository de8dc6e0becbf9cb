import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { samePath } from "~/core/http/respond.server";
import { boxes } from "./boxes";
import { boxAt } from "./inbox.server";
import { mark } from "./marks.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on to the box. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "account");
  return redirect(boxes[boxAt(request)].href);
}

/** Marks one thing as read, or with `read=0` as unread. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const box = boxAt(request);
  const form = await readForm(request);
  await mark(me, box, params.id, form.get("read") !== "0");
  return redirect(samePath(form.get("back"), boxes[box].href), 303);
}
