import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, data } from "@remix-run/node";
import { anyone } from "~/auth/session.server";

export const meta: MetaFunction = () => [{ title: "This door leads nowhere · Portico" }];

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
