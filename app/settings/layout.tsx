import { Outlet, useLocation } from "@remix-run/react";
import { PageTitle } from "~/ui/page-title";
import { SettingsMenu } from "./menu";

/** What the settings pages stand in. It loads nothing: each page says for itself who may come in. */
export default function Settings() {
  const { pathname } = useLocation();
  return (
    <>
      <PageTitle title="Account Settings" summary="Your profile, sign-in and plan." />
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <SettingsMenu key={pathname} />
        <div className="settings grid min-w-0 max-w-3xl gap-5">
          <Outlet />
        </div>
      </div>
    </>
  );
}
