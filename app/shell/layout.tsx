import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useMatches, useRouteLoaderData } from "@remix-run/react";
import { SessionProvider } from "~/auth/session-context";
import { ErrorPage, errorTitle } from "~/status/error-page";
import { TimeZone } from "~/ui/time";
import { ToastRegion } from "~/ui/toast";
import { Frame } from "./frame";
import { shellData } from "./shell.server";

/** Pages say their own titles; one that failed cannot. */
export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : "Portico" }];

/** It guards nothing: every page inside asks for itself who may come in. */
export async function loader({ request }: LoaderFunctionArgs) {
  return shellData(request);
}

/** A page that draws its own frame says so: `export const handle = { frame: "own" }`. */
export default function Shell() {
  const { user, toast, timeZone } = useLoaderData<typeof loader>();
  const ownFrame = useMatches().some((match) => (match.handle as { frame?: string } | undefined)?.frame === "own");
  return (
    <TimeZone.Provider value={timeZone}>
      <SessionProvider user={user && { displayName: user.name, email: user.email }}>
        {ownFrame ? (
          <Outlet />
        ) : (
          <Frame user={user}>
            <Outlet />
          </Frame>
        )}
        <ToastRegion toast={toast} />
      </SessionProvider>
    </TimeZone.Provider>
  );
}

/** What goes wrong on a page is said inside the shell. */
export function ErrorBoundary() {
  const shell = useRouteLoaderData<typeof loader>("shell/layout");
  return (
    <Frame user={shell?.user}>
      <ErrorPage />
    </Frame>
  );
}
