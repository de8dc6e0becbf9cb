import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { userOfRequest } from "~/auth/session.server";
import { Broken } from "~/shell/error-page";

export const meta: MetaFunction = () => [{ title: "Something went wrong · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await userOfRequest(request);
  return null;
}

/** An example of the page shown after a server error. */
export default function ServerError() {
  return <Broken />;
}
