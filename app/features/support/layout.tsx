import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { currentEntry } from "~/shell/navigation";
import { Elevation } from "~/ui/brand";
import { ButtonLink } from "~/ui/button";
import { Tabs } from "~/ui/list/tabs";
import { TimeZone } from "~/ui/time";
import { Ask } from "./ask-box";
import { supportPages } from "./pages";
import { openTickets } from "./tickets/figures.server";
import { workingHours } from "../../../db/answer-targets";

/** What the tabs count. It guards itself and nothing else: each page says for itself who may come in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.view");
  return { open: await openTickets(me) };
}

/** What the pages of the support centre stand in: the first beneath a large header, the others beneath tabs alone. */
export default function Support() {
  const { pathname } = useLocation();
  const here = currentEntry(pathname)?.child.route;
  return (
    <>
      <section className="relative -mx-4 -mt-5 mb-6 overflow-hidden border-b border-border bg-surface px-4 lg:-mx-7 lg:-mt-6.5 lg:px-7 print:m-0!">
        {here === "/support" ? <Landing pages={<Pages here={here} />} /> : <Pages here={here} />}
      </section>
      <Outlet />
    </>
  );
}

function Landing({ pages }: { pages: ReactNode }) {
  const timeZone = useContext(TimeZone);
  return (
    <>
      <div className="pointer-events-none absolute end-8 bottom-0 hidden w-84 xl:block rtl:-scale-x-100">
        <Elevation bays={6} className="w-full translate-y-0.5" />
      </div>
      <div className="relative max-w-xl pt-9">
        <h1 className="text-3xl font-semibold sm:text-4xl">How Can We Help You?</h1>
        <p className="mt-1.5 text-muted">
          Search the answers first. If that fails, people are here on weekdays, {workingHours.from} to {workingHours.to}{" "}
          {timeZone}.
        </p>
        <Ask />
        <div className="mt-6">{pages}</div>
      </div>
    </>
  );
}

function Pages({ here }: { here: string | undefined }) {
  const may = useMay();
  const { open } = useLoaderData<typeof loader>();
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
