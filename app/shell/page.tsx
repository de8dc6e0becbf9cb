import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { ErrorPage, errorTitle } from "./error-page";
import { Frame } from "./frame";
import { useOwnFrame } from "./layout";

/** Pages say their own titles; one that failed cannot. */
export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : "Portico" }];

/**
 * Every page, within the shell. It stands between them so that what goes wrong on a page is said inside the shell,
 * whose own data is read all the same: a boundary that stood in the layout would lose it where a form is refused
 * without scripts.
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
