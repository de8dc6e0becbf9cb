/**
 * Handles form posts without a usable response (the server or network is down, or a proxy answers), and responses that
 * would leave the page because the session has ended.
 */
import { type ClientActionFunctionArgs, type ErrorResponse, isRouteErrorResponse } from "@remix-run/react";
import { forgetDraft } from "~/core/values/browser-storage";
import { formStateWith, type FormState } from "./form-state";

const unreachedMessage =
  "Portico could not be reached, so this may have been saved or not. What you typed is still here: try again in a moment, and nothing is saved twice.";
const signedOut = "You were signed out meanwhile. What you typed is still here.";

/**
 * Query parameter of a form that is sent to another address than its page without leaving it (`navigate={false}`), and
 * shows what came back itself.
 */
export const inPlaceParam = "inPlace";

/**
 * Client action for every page with a form: `export { keepFormOnNetworkError as clientAction } from "./network-error"`.
 * If no response comes, or the session has ended or changed users, the form stays as typed, with a message; its
 * one-time key or revision makes it safe to post again.
 */
export async function keepFormOnNetworkError({ request, serverAction }: ClientActionFunctionArgs) {
  // Remix drops the status of `data()` here. After an error status it does not reload the page's data, which would fail
  // or is not needed.
  if (request.headers.get("Content-Type") === "application/json") {
    const form: FormState = await request.json();
    return Response.json({ form }, { status: 409 });
  }
  const sent = request.clone();
  const { pathname, search, searchParams } = new URL(request.url);
  const isShown = pathname === location.pathname || searchParams.has(inPlaceParam); // a form of another page cannot be shown here
  const stay = async (sentence: string, reason: Partial<FormState>, status: number) =>
    Response.json({ form: { ...formStateWith(await sent.formData(), sentence), ...reason } }, { status });
  try {
    const answer = await serverAction();
    return isReplaced(answer) ? Response.json(answer, { status: 401 }) : answer;
  } catch (error) {
    if (isNetworkError(error)) return stay(unreachedMessage, { unanswered: true }, 503);
    if (isRouteErrorResponse(error) && isShown && isUnread(error))
      return stay((error.data as { message: string }).message, {}, error.status);
    const to = error instanceof Response && error.headers.get("Location");
    if (to && isShown && leadsBackHere(to)) return stay(signedOut, { signedOut: true }, 401);
    // A redirect from the form of a new record means that it was created, unless it is a detour.
    if (to && !detours.test(to)) forgetDraft(pathname + search);
    throw error;
  }
}

/** Whether the server did not read the form, because it was too large, or too much was arriving. */
const isUnread = ({ status }: ErrorResponse) => status === 413 || status === 503;

/** Whether someone else has signed in; the page is not reloaded then, as they may not read it. */
const isReplaced = (answer: unknown) => (answer as { form?: FormState } | null)?.form?.signedOut === "replaced";

/** Whether the redirect leads to the login page and back here: the session has ended. */
const leadsBackHere = (to: string) => to === loginFrom(location.pathname + location.search);

/** Returns the login URL that returns to `page`. */
export const loginFrom = (page: string) => `/login?${new URLSearchParams({ from: page })}`;

/** Paths after which a form is posted again: login, confirmation, or setting up a second factor. */
const detours = /^\/(login|confirm|settings\/)/;

/**
 * Whether an error means that no response came: a failed `fetch` in any browser, or a response that Remix cannot
 * decode.
 */
export function isNetworkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error instanceof TypeError ? /fetch|network|load failed/i : /^Unable to decode turbo-stream/).test(error.message)
  );
}
