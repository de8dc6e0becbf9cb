/** When no answer of ours comes back: the server is stopped, the network is gone, or a proxy answers in its place. */
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { forgetDraft } from "~/core/values/kept";
import { asTyped, type FormState } from "./form-state";

const sentence =
  "Portico could not be reached, so this may have been saved or not. What you typed is still here: try again in a moment, and nothing is saved twice.";

/**
 * For every page with a form: `export { keepFormOnNetworkError as clientAction } from "./network-error"`. Where no
 * answer comes, the form stays as it was, with a sentence above it; sending it again is safe, because of its one-time
 * key or its revision. A draft that this browser kept (`useDraft`) comes as JSON, and goes to the form as it is.
 */
export async function keepFormOnNetworkError({ request, serverAction }: ClientActionFunctionArgs) {
  // Of data() Remix loses the status here. After an error it does not read the page again, which would fail as well, or
  // is not needed.
  if (request.headers.get("Content-Type") === "application/json") {
    const form: FormState = await request.json();
    return Response.json({ form }, { status: 409 });
  }
  const sent = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) forgetMade(error, new URL(request.url));
    if (!isNetworkError(error)) throw error;
    return Response.json({ form: { ...asTyped(await sent.formData(), sentence), unanswered: true } }, { status: 503 });
  }
}

/** Where a form leads that has to be sent once more: to log in, to confirm it, or to set up a second step. */
const detours = /^\/(login|confirm|settings\/)/;

/** What leads on from the form of a new record has made it, unless that is a detour. */
function forgetMade({ headers }: Response, { pathname, search }: URL) {
  const to = headers.get("Location");
  if (to && !detours.test(to)) forgetDraft(pathname + search);
}

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
