import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { userOfRequest } from "~/auth/session.server";
import { classes } from "~/ui/classes";
import { Segments } from "~/ui/list/tabs";
import { PageTitle } from "~/ui/page-title";
import { Charts } from "./charts";
import { sampleCharts } from "./charts.server";
import { Buttons, Colors, Statuses } from "./basics";
import { Choices, Fields, RowLists } from "./forms";
import { Alerts, Navigation, Overlays } from "./overlays";
import { Lists, Tables } from "./tables";

export const meta: MetaFunction = () => [{ title: "Design · Portico" }];

/** The design page: all components in all states. `routes.ts` leaves it out of the production build. */
export async function loader({ request }: LoaderFunctionArgs) {
  await userOfRequest(request);
  const params = new URL(request.url).searchParams;
  return {
    theme: params.get("theme") === "dark" ? "dark" : "light",
    direction: params.get("dir") === "rtl" ? "rtl" : "ltr",
    charts: sampleCharts(),
  } as const;
}

export default function Design() {
  const { theme, direction, charts } = useLoaderData<typeof loader>();
  const href = (theme: string, direction: string) => `/design?theme=${theme}&dir=${direction}`;
  return (
    <div className={classes(theme, "-m-4 rounded-lg bg-background p-4 text-text")} dir={direction}>
      <PageTitle
        title="Design"
        summary="Every part in every state."
        actions={
          <>
            <Segments
              label="Theme"
              tabs={["light", "dark"].map((name) => ({
                title: name,
                href: href(name, direction),
                current: name === theme,
              }))}
            />
            <Segments
              label="Direction"
              tabs={["ltr", "rtl"].map((name) => ({
                title: name,
                href: href(theme, name),
                current: name === direction,
              }))}
            />
          </>
        }
      />
      <div className="grid gap-5 lg:grid-cols-2">
        <Buttons />
        <Statuses />
        <Fields />
        <Choices />
        <RowLists />
        <Alerts />
        <Navigation />
        <Overlays />
        <Tables />
        <Lists />
        <Charts {...charts} />
        <Colors />
      </div>
    </div>
  );
}
