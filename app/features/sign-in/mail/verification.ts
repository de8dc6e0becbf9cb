import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { config } from "config";
import { samePath } from "~/core/http/respond.server";
import { keepFrom } from "../enter.server";
import { hostedPage } from "~/auth/identity/firebase/calls.server";
import { userOfRequest } from "~/auth/session.server";

/** Our pages for the kinds of links that Firebase mails. */
const pages = new Map([
  ["verifyEmail", "/email-verification"],
  ["verifyAndChangeEmail", "/email-verification"],
  ["resetPassword", "/forget-password"],
]);

/**
 * Redirects the links of Firebase's mails (`?mode=`, its "action URL") with their code, and the menu's link to the
 * verification page.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await userOfRequest(request);
  const { search, searchParams } = new URL(request.url);
  const mode = searchParams.get("mode");
  if (!config.firebase || !mode) return redirect(`/email-verification${search}`);
  const page = pages.get(mode);
  if (!page) return redirect(hostedPage(config.firebase) + search);
  const code = new URLSearchParams({ oobCode: searchParams.get("oobCode") ?? "" });
  const from = keepFrom("", pathFromContinueUrl(searchParams.get("continueUrl"))).replace("?", "&");
  return redirect(`${page}?${code}${from}`);
}

/** Returns the `from` parameter of Firebase's continue URL, if that is on this site. */
function pathFromContinueUrl(continueUrl: string | null): string {
  if (!continueUrl || !URL.canParse(continueUrl)) return "/";
  const { origin, searchParams } = new URL(continueUrl);
  return origin === new URL(config.appUrl).origin ? samePath(searchParams.get("from"), "/") : "/";
}
