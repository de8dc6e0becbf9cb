/** New recovery codes as a text file, for as long as the page shows them. */
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { reauthenticationFor } from "~/auth/reauthentication/reauthentication.server";
import { secondFactorOf } from "~/auth/second-factor/second-factor.server";
import { secondFactorPage } from "~/auth/second-factor/page";
import { requireUser } from "~/auth/session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "second-factor");
  const now = await secondFactorOf(me);
  if (now.state !== "codes" || (await reauthenticationFor(request, me))) return redirect(secondFactorPage); // its page says what can be done
  const text = [
    "Recovery codes for Portico",
    me.email,
    "Each works once, in place of the code of your app.",
    "",
    ...now.codes,
    "",
  ].join("\r\n");
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Disposition": 'attachment; filename="portico-recovery-codes.txt"',
  };
  return new Response(text, { headers });
}
