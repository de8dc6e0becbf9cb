import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { samePath } from "~/core/http/respond.server";
import { boxes } from "./boxes";
import { boxAt } from "./inbox.server";
import { markAllRead } from "./marks.server";

export { default, loader } from "./mark";

/** Marks everything in a box as read. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const box = boxAt(request);
  const back = samePath((await readForm(request)).get("back"), boxes[box].href);
  await markAllRead(me, box);
  return redirect(back, 303);
}
