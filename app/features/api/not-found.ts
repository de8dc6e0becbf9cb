import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { absent } from "~/core/http/api.server";

/** Programs are answered as programs understand it, also where there is nothing. */
const message = "There is nothing at this address";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "api");
  return absent(message);
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "api");
  return absent(message);
}
