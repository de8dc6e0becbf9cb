import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/lib/form.server";
import { samePath } from "~/lib/respond.server";
import { boxes } from "./boxes";
import { boxAt } from "./inbox.server";
import { markAllRead } from "./marks.server";

export { default } from "~/status/form-only";

/** Takes forms only: who comes by address is led on to the box. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(boxes[boxAt(request)].href);
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const box = boxAt(request);
  const back = samePath((await readForm(request)).get("back"), boxes[box].href);
  await markAllRead(me, box);
  return redirect(back, 303);
}
