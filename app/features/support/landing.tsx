import { useOutletContext } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { Elevation } from "~/ui/brand";
import { TimeZone } from "~/ui/values/time";
import { FaqSearch } from "./faq-search";
import { Band } from "./parts/band";
import { CreateTicket } from "./parts/support-head";

/** The large header of Overview with the primary actions and the tabs. */
export function Landing({ hours }: { hours: string }) {
  const tabs = useOutletContext<ReactNode>();
  const timeZone = useContext(TimeZone);
  return (
    <Band className="overflow-hidden">
      <div className="pointer-events-none absolute end-8 bottom-0 hidden w-84 xl:block rtl:-scale-x-100">
        <Elevation bays={6} className="w-full translate-y-0.5" />
      </div>
      <div className="relative max-w-xl pt-9">
        <h1 className="text-3xl font-semibold sm:text-4xl">How Can We Help You?</h1>
        <p className="mt-1.5 text-muted">
          Search the answers first. If that fails, people are here: {hours}, {timeZone}.
        </p>
        <FaqSearch />
        <div className="mt-6 flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-1 pt-2">
          {tabs}
          <CreateTicket variant="outline" className="mb-2" />
        </div>
      </div>
    </Band>
  );
}
