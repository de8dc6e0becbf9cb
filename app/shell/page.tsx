import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { ErrorPage, errorTitle } from "./error-page";
import { Frame } from "./frame";
import { useOwnFrame } from "./layout";

/** Title of a failed page, since pages set their own titles. */
export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : "Portico" }];

/**
 * Wraps every page, so that its error boundary shows errors inside the shell and keeps the shell's data. A boundary in
 * the layout would lose that data when a form is rejected without scripts.
 */
export default function Page() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const bare = useOwnFrame();
  return bare ? (
    <Frame>
      <ErrorPage />
    </Frame>
  ) : (
    <ErrorPage />
  );
}
