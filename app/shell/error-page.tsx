import { type ErrorResponse, isRouteErrorResponse, useRouteError, useRouteLoaderData } from "@remix-run/react";
import type { MouseEvent } from "react";
import type { loader as rootLoader } from "~/root";
import type { Refusal, UnsentField } from "~/core/pages/unsent.server";
import { isNetworkError } from "~/core/form/network-error";
import { ButtonLink } from "~/ui/button";
import { SearchBox, StatusPage } from "~/ui/status-page";
import { UnsentForm } from "./unsent-form";

const titles: Record<number, string> = {
  400: "The request was incomplete",
  401: "Log in first",
  403: "You do not have access",
  404: "Page not found",
  405: "This action is not available here",
  409: "Someone else changed this first",
  413: "Too large to send",
  414: "The address is too long",
  429: "Too many attempts",
  503: "Back soon",
};

const texts: Record<number, string> = {
  400: "The request could not be read, so nothing was changed. Go back and try again.",
  403: "You cannot do this from here. Nothing was changed.",
  404: "The page may have moved, or the address may have a typo. None of your data is lost.",
  405: "This address does not accept that request. Nothing was changed.",
  413: "The upload is larger than allowed, so nothing was changed. Choose a smaller file, or send less at once.",
  503: "Portico is down for maintenance. None of your data is lost.",
};

const unreachableText = "Portico could not be reached";

/** Returns the document title for an error. */
export function errorTitle(error: unknown) {
  const title = isRouteErrorResponse(error) ? titleOf(error) : isNetworkError(error) ? unreachableText : undefined;
  return `${title ?? "Something went wrong"} · Portico`;
}

const titleOf = (error: ErrorResponse) => detail(error, "title") ?? titles[error.status];

/** Explains an error and what to do next. Never shows details that belong in the log. */
export function ErrorPage() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (isNetworkError(error)) return <Unreached />;
  if (!isRouteErrorResponse(error) || (error.status >= 500 && error.status !== 503)) {
    const reference = detail(error, "reference") ?? root?.reference;
    return (
      <>
        <Broken reference={reference} />
        <Unsent fields={unsentIn(error)} />
      </>
    );
  }
  const { status } = error;
  const hasUnsent = unsentIn(error).length > 0;
  const { resend } = (error.data ?? {}) as Refusal;
  return (
    <>
      <StatusPage
        code={status}
        title={(hasUnsent && status === 404 ? "This no longer exists" : titleOf(error)) ?? "This did not work"}
        actions={resend ? undefined : <WaysOn status={status} back={detail(error, "back")} />}
      >
        <p>{detail(error, "message") ?? texts[status] ?? "Go back and try again."}</p>
        {status === 404 && !hasUnsent && <SearchBox />}
      </StatusPage>
      <Unsent fields={unsentIn(error)} />
      {resend && <UnsentForm {...resend} />}
    </>
  );
}

/** The submitted values of a rejected form, to be copied, because its page can no longer show them. */
function Unsent({ fields }: { fields: UnsentField[] }) {
  if (fields.length === 0) return null;
  return (
    <section className="mx-auto grid w-full max-w-xl gap-4 pb-10" aria-label="What you typed">
      <p className="text-muted">What you typed is still here. Copy what you need before you leave this page.</p>
      {fields.map(({ label, text }) => (
        <label key={label} className="grid gap-1.5">
          {label}
          {text.length > 60 || text.includes("\n") ? (
            <textarea className="input" readOnly dir="auto" rows={6} value={text} />
          ) : (
            <input className="input" readOnly dir="auto" value={text} />
          )}
        </label>
      ))}
    </section>
  );
}

const unsentIn = (error: unknown) => (isRouteErrorResponse(error) && (error.data as Refusal | null)?.unsent) || [];

/** The page for a request that got no response. */
function Unreached() {
  return (
    <StatusPage title={unreachableText} actions={<ButtonLink href="">Try again</ButtonLink>}>
      <p>
        The server or the network does not answer. If you were changing something, look whether it was saved before you
        repeat it.
      </p>
    </StatusPage>
  );
}

/** The page for an internal error. The reference identifies the request in the log. */
export function Broken({ reference }: { reference?: string }) {
  return (
    <StatusPage
      code={500}
      title="Something went wrong on our side"
      actions={
        <>
          <ButtonLink href="">Try again</ButtonLink>
          <ButtonLink variant="outline" href="/">
            Back to home
          </ButtonLink>
        </>
      }
    >
      <p>We have logged the error. Your last change may not have been saved.</p>
      {reference && (
        <p className="mt-3 text-sm">
          If you report it, include this reference: <span className="code text-text">{reference}</span>
        </p>
      )}
    </StatusPage>
  );
}

/** Links to continue from an error. `back` is the previous page, as far as the server knows. */
function WaysOn({ status, back }: { status: number; back?: string }) {
  if (status === 503) {
    return (
      <>
        <ButtonLink href="">Try again</ButtonLink>
        <ButtonLink variant="outline" href="/login">
          Log in
        </ButtonLink>
      </>
    );
  }
  const to = status === 400 || status === 413 ? "" : back; // a rejected form has its page's address
  return (
    <>
      <ButtonLink href={to ?? "/"} onClick={to === "" ? goBackInHistory : undefined}>
        {to == null ? "Back to home" : "Go back"}
      </ButtonLink>
      <ButtonLink variant="outline" href="/support">
        Ask support
      </ButtonLink>
    </>
  );
}

/**
 * Goes back in history if the form was sent from that page, because the browser then still has the values. A link
 * would open an empty form.
 */
function goBackInHistory(event: MouseEvent<HTMLAnchorElement>) {
  if (document.referrer !== event.currentTarget.href) return;
  event.preventDefault();
  history.back();
}

/** Returns a text from the error's data, such as `{ message: "User not found" }`. */
function detail(error: unknown, name: "message" | "reference" | "back" | "title"): string | undefined {
  const value = isRouteErrorResponse(error) && (error.data as Record<string, unknown> | null)?.[name];
  return typeof value === "string" && value ? value : undefined;
}
