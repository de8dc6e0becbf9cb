import { Outlet, useLocation } from "@remix-run/react";
import { useMay } from "~/core/access/may";
import { classes } from "~/ui/classes";
import { PageTitle } from "~/ui/page-title";
import { SettingsMenu } from "./menu";

/**
 * The layout of the settings pages; a user who must set up a second factor sees only that. It loads nothing, because
 * each page checks access itself.
 */
export default function Settings() {
  const { pathname } = useLocation();
  const may = useMay();
  if (!may("account")) return <Owing />;
  return (
    <>
      <PageTitle
        title="Account Settings"
        summary={may("billing") ? "Your profile, sign-in and plan." : "Your profile and how you sign in."}
      />
      <div className="grid grow items-start gap-x-10 gap-y-6 max-lg:grid-rows-[auto_1fr] lg:grid-cols-[14rem_minmax(0,1fr)]">
        <SettingsMenu key={pathname} />
        <Page />
      </div>
    </>
  );
}

function Owing() {
  return (
    <>
      <h1 className="sr-only">Set up a second factor</h1>
      <Page className="mx-auto w-full py-6" />
    </>
  );
}

function Page({ className }: { className?: string }) {
  return (
    <div className={classes("settings grid min-w-0 max-w-3xl gap-5", className)}>
      <Outlet />
    </div>
  );
}
