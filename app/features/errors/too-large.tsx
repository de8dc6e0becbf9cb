import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { anyone } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";

/** The server leads here what is too long to be read; nobody comes by a link. */
export async function loader({ request }: LoaderFunctionArgs) {
  await anyone(request);
  notFound("There is no page at this address.");
}

export async function action({ request }: ActionFunctionArgs) {
  await anyone(request);
  const megabytes = Number(new URL(request.url).searchParams.get("mb")) || 1;
  throw data({ message: `At most ${megabytes} MB can be sent here at once. Nothing was changed.` }, 413);
}

export default function TooLarge() {
  return null;
}
