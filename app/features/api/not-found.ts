import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { absent } from "~/core/http/api.server";

/** The 404 response of the API, as JSON. */
const message = "There is nothing at this address";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "api");
  return absent(message);
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "api");
  return absent(message);
}
