/**
 * When no answer of ours comes back: the server is stopped, the network is gone, or a proxy answers in its place. And
 * when the answer would lead away from what was typed, since the session has ended meanwhile.
 */
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { forgetDraft } from "~/core/values/browser-storage";
import { asTyped, type FormState } from "./form-state";

const unreached =
  "Portico could not be reached, so this may have been saved or not. What you typed is still here: try again in a moment, and nothing is saved twice.";
const signedOut = "You were signed out meanwhile. What you typed is still here.";

/**
 * For every page with a form: `export { keepFormOnNetworkError as clientAction } from "./network-error"`. Where no
 * answer comes, the form stays as it was, with a sentence above it; sending it again is safe, because of its one-time
 * key or its revision. The form also stays where its writer has been signed out, who may log in in another tab, or
 * where somebody else has signed in. A draft that this browser kept (`useDraft`) comes as JSON, and goes to the form
 * as it is.
 */
export async function keepFormOnNetworkError({ request, serverAction }: ClientActionFunctionArgs) {
  // Of data() Remix loses the status here. After an error it does not read the page again, which would fail as well, or
  // is not needed.
  if (request.headers.get("Content-Type") === "application/json") {
    const form: FormState = await request.json();
    return Response.json({ form }, { status: 409 });
  }
  const sent = request.clone();
  const { pathname, search } = new URL(request.url);
  const stay = async (sentence: string, why: Partial<FormState>, status: number) =>
    Response.json({ form: { ...asTyped(await sent.formData(), sentence), ...why } }, { status });
  try {
    const answer = await serverAction();
    return isReplaced(answer) ? Response.json(answer, { status: 401 }) : answer;
  } catch (error) {
    if (isNetworkError(error)) return stay(unreached, { unanswered: true }, 503);
    const to = error instanceof Response && error.headers.get("Location");
    const isShown = pathname === location.pathname; // what was sent to another page cannot be shown again
    if (to && isShown && leadsBackHere(to)) return stay(signedOut, { signedOut: true }, 401);
    // What leads on from the form of a new record has made it, unless that is a detour.
    if (to && !detours.test(to)) forgetDraft(pathname + search);
    throw error;
  }
}

/** Whether somebody else has signed in meanwhile: the page stays as it is, which is not theirs to read anew. */
const isReplaced = (answer: unknown) => (answer as { form?: FormState } | null)?.form?.signedOut === "replaced";

/** Whether somebody is to log in and come back to this page, which is where all are led who are not signed in. */
const leadsBackHere = (to: string) => to === loginFrom(location.pathname + location.search);

/** Where who is not signed in is led from a page. */
export const loginFrom = (page: string) => `/login?${new URLSearchParams({ from: page })}`;

/** Where a form leads that has to be sent once more: to log in, to confirm it, or to set up a second step. */
const detours = /^\/(login|confirm|settings\/)/;

/**
 * Whether an error says that there was no answer: what browsers call it when `fetch` fails, and Remix when the answer
 * is not its own.
 */
export function isNetworkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error instanceof TypeError ? /fetch|network|load failed/i : /^Unable to decode turbo-stream/).test(error.message)
  );
}
