/** The download of a user's own data, as a streamed ZIP. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { makeZip } from "client-zip";
import { whileAdmitted } from "~/core/http/api.server";
import { requireUser } from "~/auth/session.server";
import { dataOf } from "./data.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": 'attachment; filename="portico-my-data.zip"',
    "Cache-Control": "no-store",
  };
  return new Response(whileAdmitted(makeZip(dataOf(me))), { headers });
}
