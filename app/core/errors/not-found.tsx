import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { anyone } from "~/auth/session.server";

export const meta: MetaFunction = () => [{ title: "Page not found · Portico" }];

/** Any address that is no other's. */
export async function loader({ request }: LoaderFunctionArgs) {
  await anyone(request);
  throw data(null, 404);
}

export async function action({ request }: ActionFunctionArgs) {
  await anyone(request);
  throw data(null, 404);
}

export default function NotFound() {
  return null;
}
