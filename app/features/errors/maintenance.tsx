import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { userOfRequest } from "~/auth/session.server";
import { ButtonLink } from "~/ui/button";
import { StatusPage } from "~/ui/status-page";

export const meta: MetaFunction = () => [{ title: "Maintenance · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await userOfRequest(request);
  return null;
}

/** The page shown during maintenance. */
export default function Maintenance() {
  return (
    <StatusPage title="Back soon" actions={<ButtonLink href="/">Back to home</ButtonLink>}>
      <p>Portico is down for maintenance. None of your data is lost. Come back in a few minutes.</p>
    </StatusPage>
  );
}
