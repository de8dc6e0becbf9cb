import "./tailwind.css";
import type { LinkDescriptor, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Scripts, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { companyCurrency } from "db/company-settings";
import { useNonce } from "~/core/http/nonce";
import { Behaviour } from "~/shell/behaviour";
import { Frame, mainId } from "~/shell/frame";
import { paintMarkId } from "~/shell/paint-mark";
import { shownPreferences } from "~/shell/preferences.server";
import { firstPaintScript } from "~/core/values/preferences";
import { ErrorPage, errorTitle } from "~/shell/error-page";
import { SettledOutlet, SettledState } from "~/ui/navigation";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "expect", href: `#${paintMarkId}`, blocking: "render" } as LinkDescriptor,
];

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : "Portico" }];

/** Loads the display preferences and the currency. Open to everybody, because it contains nothing about any user. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return { ...(await shownPreferences(request)), currency: companyCurrency(), reference: context?.requestId };
}

export { unlessRefused as shouldRevalidate } from "~/core/pages/revalidate";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <SettledState>
      <Document>{children}</Document>
    </SettledState>
  );
}

function Document({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const shown = useRouteLoaderData<typeof loader>("root");
  const direction = shown?.direction ?? "ltr";
  return (
    // The script below may have changed class and direction before React hydrates.
    <html
      lang="en"
      dir={direction}
      className={shown?.theme}
      data-sidebar={shown?.chosen.menu}
      data-density={shown?.chosen.density}
      data-currency={shown?.currency}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body dir={direction} suppressHydrationWarning>
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: firstPaintScript(shown?.chosen ?? {}) }}
        />
        <a className="skip btn" href={`#${mainId}`}>
          Skip to content
        </a>
        {children}
        <Behaviour />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export { SettledOutlet as default };

/** Shows errors that occur outside the shell. */
export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage />
    </Frame>
  );
}
