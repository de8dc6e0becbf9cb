/** Re-authentication by Google's window, with an ID token of the signed-in user. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { withIdToken } from "~/auth/identity/id-tokens.server";
import { requireUser } from "~/auth/session.server";
import { markReauthenticated } from "~/auth/sign-in.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "second-factor");
  return Response.json({ message: "Use POST here" }, { status: 405, headers: { Allow: "POST" } });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "second-factor");
  return withIdToken(request, context, async (account) => {
    if (account.uid === me.uid) return Response.json({}, { headers: await markReauthenticated(request) });
    const message = `That was another Google account. Choose the one of ${me.email}.`;
    return Response.json({ code: "other-account", message }, { status: 403 });
  });
}
