import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { useEffect, useState } from "react";
import { PermissionsContext, PersonContext } from "~/core/access/may";
import { FormOwnerContext, ownerValue } from "~/core/form/form-owner";
import { isSameData } from "~/core/values/same-data";
import { forgetOthers } from "~/core/values/browser-storage";
import { SessionProvider } from "~/auth/session-context";
import { LeftLists } from "~/ui/list/list-state";
import { TimeZone } from "~/ui/values/time";
import { useUnchanged } from "~/ui/use-unchanged";
import { ToastRegion } from "~/ui/overlay/toast";
import { Frame } from "./frame";
import { OtherPersonNotice } from "./other-person";
import { shellData } from "./shell.server";

/** Loads the shell's data. It guards nothing: each page checks its own permission. */
export async function loader({ request }: LoaderFunctionArgs) {
  return shellData(request);
}

export { unlessRefused as shouldRevalidate } from "~/core/pages/revalidate";

/** Whether the current page draws its own frame: `export const handle = { frame: "own" }`. */
export const useOwnFrame = () =>
  useMatches().some((match) => (match.handle as { frame?: string } | undefined)?.frame === "own");

/**
 * Returns the owner the page was opened for. Reloaded data may belong to another user, while its forms still hold what
 * the first one typed.
 */
function usePageOwner(now: string): string {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [opened, setOpened] = useState({ address, owner: now });
  if (opened.address === address) return opened.owner;
  setOpened({ address, owner: now });
  return now;
}

export default function Shell() {
  const { me, user, google, toast, timeZone } = useLoaderData<typeof loader>();
  const ownFrame = useOwnFrame();
  const owner = usePageOwner(ownerValue(me));
  const id = Number.parseInt(owner, 10) || undefined;
  const permissions = useUnchanged(user?.may ?? [], isSameData);
  useEffect(() => {
    if (id !== undefined) forgetOthers(id);
  }, [id]);
  return (
    <TimeZone.Provider value={timeZone}>
      <PermissionsContext.Provider value={permissions}>
        <PersonContext.Provider value={id}>
          <FormOwnerContext.Provider value={owner}>
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
              <ToastRegion toast={toast}>{me && <OtherPersonNotice owner={owner} cookie={me.cookie} />}</ToastRegion>
            </SessionProvider>
          </FormOwnerContext.Provider>
        </PersonContext.Provider>
      </PermissionsContext.Provider>
    </TimeZone.Provider>
  );
}
