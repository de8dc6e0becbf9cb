import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { userOfRequest } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";

/** Always responds with 404: the server shows this page for requests that are too large; no link leads here. */
export async function loader({ request }: LoaderFunctionArgs) {
  await userOfRequest(request);
  notFound("There is no page at this address.");
}

export async function action({ request }: ActionFunctionArgs) {
  await userOfRequest(request);
  const megabytes = Number(new URL(request.url).searchParams.get("mb")) || 1;
  throw data({ message: `At most ${megabytes} MB can be sent at once. Nothing was changed.` }, 413);
}

export default function TooLarge() {
  return null;
}
