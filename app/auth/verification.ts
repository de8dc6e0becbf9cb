import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { anyone } from "./session.server";

/** The menu's address of the same page. A code in the address goes along. */
export async function loader({ request }: LoaderFunctionArgs) {
  await anyone(request);
  return redirect(`/email-verification${new URL(request.url).search}`);
}
