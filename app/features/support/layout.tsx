import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { currentEntry } from "~/shell/navigation";
import { Tabs } from "~/ui/list/tabs";
import { supportPages } from "~/shell/support-pages";
import { openTickets } from "./tickets/figures.server";

/** Loads the counts of the tabs. Each page checks access itself. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.view");
  return { open: await openTickets(me) };
}

export { unlessRefused as shouldRevalidate } from "~/core/pages/revalidate";

/** Gives the pages of the support centre their tabs, which each draws in its own header. */
export default function Support() {
  const may = useMay();
  const here = currentEntry(useLocation().pathname)?.child.route;
  const { open } = useLoaderData<typeof loader>();
  const tabs = supportPages
    .filter(({ needs }) => may(needs))
    .map(({ label, route, counts }) => ({
      title: label,
      href: route,
      current: route === here,
      count: counts ? open : undefined,
    }));
  return <Outlet context={<Tabs label="Support" className="min-w-0 border-0!" tabs={tabs} />} />;
}
