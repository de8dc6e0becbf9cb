import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Outlet, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { useContext } from "react";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { currentEntry } from "~/shell/navigation";
import { Elevation } from "~/ui/brand";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Tabs } from "~/ui/list/tabs";
import { TimeZone } from "~/ui/time";
import { supportPages } from "./pages";
import { openTickets } from "./tickets/figures.server";
import { workingHours } from "../../../db/answer-targets";

/** What the tabs count. It guards itself and nothing else: each page says for itself who may come in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.view");
  return { open: await openTickets(me) };
}

/** What the pages of the support centre stand in. */
export default function Support() {
  const may = useMay();
  const { open } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const timeZone = useContext(TimeZone);
  const here = currentEntry(pathname)?.child.route;
  return (
    <>
      <section className="relative -mx-4 -mt-5 mb-6 overflow-hidden border-b border-border bg-surface lg:-mx-7 lg:-mt-6.5 print:m-0!">
        <div className="pointer-events-none absolute end-8 bottom-0 hidden w-84 xl:block rtl:-scale-x-100">
          <Elevation bays={6} className="w-full translate-y-0.5" />
        </div>
        <div className="relative px-4 pt-9 lg:px-7">
          <h1 className="text-3xl font-semibold sm:text-4xl">How Can We Help You?</h1>
          <p className="mt-1.5 text-muted">
            Search the answers first. If that fails, people are here on weekdays, {workingHours.from} to{" "}
            {workingHours.to} {timeZone}.
          </p>
          <Ask />
          <div className="mt-6 flex max-w-xl flex-wrap-reverse items-center justify-between gap-x-6 gap-y-1">
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
        </div>
      </section>
      <Outlet />
    </>
  );
}

/** Searches the FAQs, and the tickets that one has asked. */
function Ask() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const asked = pathname === "/support/faqs" ? (params.get("q") ?? "") : "";
  return (
    <Form role="search" action="/support/faqs" className="mt-5 flex max-w-xl gap-2" key={asked}>
      <label className="with-icon flex-1">
        <span className="sr-only">Ask you questions</span>
        <Icon name="search" />
        <input
          className="input min-h-11!"
          type="search"
          name="q"
          placeholder="Ask you questions"
          defaultValue={asked}
          maxLength={200}
        />
      </label>
      <Button size="lg">Search</Button>
    </Form>
  );
}
