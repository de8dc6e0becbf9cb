import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { userOfRequest } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";

export const meta: MetaFunction = () => [{ title: "Page not found · Portico" }];

/** Any address that is no other's. */
export async function loader({ request }: LoaderFunctionArgs) {
  await userOfRequest(request);
  notFound();
}

export async function action({ request }: ActionFunctionArgs) {
  await userOfRequest(request);
  notFound();
}

export default function NotFound() {
  return null;
}
