import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { config } from "config";
import { samePath } from "~/core/http/respond.server";
import { keepFrom } from "../enter.server";
import { hostedPage } from "~/auth/identity/firebase/calls.server";
import { anyone } from "~/auth/session.server";

/** Our pages for the kinds of links that Firebase mails. */
const pages = new Map([
  ["verifyEmail", "/email-verification"],
  ["verifyAndChangeEmail", "/email-verification"],
  ["resetPassword", "/forget-password"],
]);

/**
 * The menu's address of the page that verifies, and where the links of Firebase's mails lead (`?mode=`, its "action
 * URL"). A code goes along.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await anyone(request);
  const { search, searchParams } = new URL(request.url);
  const mode = searchParams.get("mode");
  if (!config.firebase || !mode) return redirect(`/email-verification${search}`);
  const page = pages.get(mode);
  if (!page) return redirect(hostedPage(config.firebase) + search);
  const code = new URLSearchParams({ oobCode: searchParams.get("oobCode") ?? "" });
  const from = keepFrom("", wayOn(searchParams.get("continueUrl"))).replace("?", "&");
  return redirect(`${page}?${code}${from}`);
}

/** The `from` of the address that Firebase would lead on to, if that is one of ours. */
function wayOn(continueUrl: string | null): string {
  if (!continueUrl || !URL.canParse(continueUrl)) return "/";
  const { origin, searchParams } = new URL(continueUrl);
  return origin === new URL(config.appUrl).origin ? samePath(searchParams.get("from"), "/") : "/";
}
