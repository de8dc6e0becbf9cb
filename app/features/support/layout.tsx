import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { currentEntry } from "~/shell/navigation";
import { ButtonLink } from "~/ui/button";
import { Tabs } from "~/ui/list/tabs";
import { supportPages } from "~/shell/support-pages";
import { Band } from "./parts/band";
import { openTickets } from "./tickets/figures.server";

/** What the tabs count. It guards itself and nothing else: each page says for itself who may come in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.view");
  return { open: await openTickets(me) };
}

export { unlessRefused as shouldRevalidate } from "~/core/resource/revalidate";

/** What the pages of the support centre stand in: tabs, which the first page has beneath a large header of its own. */
export default function Support() {
  const { pathname } = useLocation();
  const here = currentEntry(pathname)?.child.route;
  const pages = <Pages here={here} open={useLoaderData<typeof loader>().open} />;
  if (here === "/support") return <Outlet context={pages} />;
  return (
    <>
      <Band>{pages}</Band>
      <Outlet />
    </>
  );
}

/** They are given what they count: the first page draws them itself, and there the data at hand is its own. */
function Pages({ here, open }: { here: string | undefined; open: number }) {
  const may = useMay();
  return (
    <div className="flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-1 pt-2">
      <Tabs
        label="Support"
        className="min-w-0 border-0!"
        tabs={supportPages
          .filter(({ needs }) => may(needs))
          .map(({ label, route, counts }) => ({
            title: label,
            href: route,
            current: route === here,
            count: counts ? open : undefined,
          }))}
      />
      <ButtonLink variant="outline" icon="plus" href="/support/create-ticket" className="mb-2">
        Create Ticket
      </ButtonLink>
    </div>
  );
}
