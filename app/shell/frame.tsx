import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { loader as rootLoader } from "~/root";
import { useLiveInbox } from "~/features/inbox/use-live-inbox";
import { ListDisplay } from "~/ui/list/screen/display";
import { SavedViews } from "~/ui/list/screen/saved-views";
import { Header } from "./header";
import { PaintMark } from "./paint-mark";
import { PublicHead } from "./public-head";
import type { Surroundings } from "./shell.server";
import { Sidebar } from "./sidebar";

/** Id of `#main`, the target of the skip link. */
export const mainId = "main";

/** The menu and header around a signed-in user's page; a bare page for visitors. */
export function Frame({ user, children }: { user?: Surroundings; children: ReactNode }) {
  return user ? <OwnFrame user={user}>{children}</OwnFrame> : <PublicFrame>{children}</PublicFrame>;
}

function OwnFrame({ user, children }: { user: Surroundings; children: ReactNode }) {
  const { id, name, email, image } = user;
  const { inbox, said } = useLiveInbox(user.inbox);
  const preferences = useRouteLoaderData<typeof rootLoader>("root")?.chosen ?? {};
  return (
    <div className="shell">
      <Sidebar links={user.links} pinned={user.views.pinned} />
      <div className="flex min-w-0 flex-col">
        <Header user={{ id, name, email, image }} notifications={inbox.notifications} messages={inbox.messages} />
        <main id={mainId} tabIndex={-1} className="page flex-1 outline-none">
          {user.warning && <p className="alert alert-warning mb-4">{user.warning}</p>}
          <ListDisplay.Provider value={preferences}>
            <SavedViews.Provider value={user.views.list}>{children}</SavedViews.Provider>
          </ListDisplay.Provider>
        </main>
      </div>
      <p className="sr-only" aria-live="polite">
        <span key={inbox.asOf}>{said}</span>
      </p>
    </div>
  );
}

function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col gap-6 px-6 pt-6 pb-10 sm:px-10">
      <PublicHead />
      <main id={mainId} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <PaintMark />
    </div>
  );
}
