import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useMatches } from "@remix-run/react";
import { useEffect } from "react";
import { PermissionsContext, PersonContext } from "~/core/access/may";
import { forgetOthers } from "~/core/values/kept";
import { SessionProvider } from "~/auth/session-context";
import { LeftLists } from "~/ui/list/left";
import { TimeZone } from "~/ui/values/time";
import { ToastRegion } from "~/ui/overlay/toast";
import { Frame } from "./frame";
import { shellData } from "./shell.server";

/** It guards nothing: every page inside asks for itself who may come in. */
export async function loader({ request }: LoaderFunctionArgs) {
  return shellData(request);
}

export { unlessRefused as shouldRevalidate } from "~/core/resource/revalidate";

/** A page that draws its own frame says so: `export const handle = { frame: "own" }`. */
export const useOwnFrame = () =>
  useMatches().some((match) => (match.handle as { frame?: string } | undefined)?.frame === "own");

export default function Shell() {
  const { me, user, google, toast, timeZone } = useLoaderData<typeof loader>();
  const ownFrame = useOwnFrame();
  const id = user?.id;
  useEffect(() => {
    if (id !== undefined) forgetOthers(id);
  }, [id]);
  return (
    <TimeZone.Provider value={timeZone}>
      <PermissionsContext.Provider value={user?.may ?? []}>
        <PersonContext.Provider value={user?.id}>
          <SessionProvider user={me && { displayName: me.name, email: me.email }} google={google}>
            <LeftLists.Provider value={user?.left}>
              {ownFrame ? (
                <Outlet />
              ) : (
                <Frame user={user}>
                  <Outlet />
                </Frame>
              )}
            </LeftLists.Provider>
            <ToastRegion toast={toast} />
          </SessionProvider>
        </PersonContext.Provider>
      </PermissionsContext.Provider>
    </TimeZone.Provider>
  );
}
