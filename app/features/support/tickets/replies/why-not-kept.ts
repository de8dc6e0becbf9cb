/** Messages shown when a draft could not be saved. Browser-safe. */

const signedOut =
  "You are signed out, so the draft is not saved. Your text is still here: log in in another tab, then go on.";
const unreachableText = "Portico could not be reached, so the draft may not be saved. Your text is still here.";
const ticketGoneMessage =
  "This ticket is gone, so the draft is not saved. Your text is still here: copy it before you leave.";
const tooLong = "This is too long to be kept as a draft, so it is not saved. Your text is still here: make it shorter.";
const serverErrorText = (status: number) =>
  `Portico could not save the draft just now (error ${status}). Your text is still here, and saving is tried again as you type.`;

/** Returns why a draft was not saved, as a sentence; undefined if it was. `answer` is the server's response, if any. */
export async function draftProblem(answer: Response | undefined): Promise<string | undefined> {
  if (!answer) return unreachableText;
  if (answer.ok) return undefined;
  if (answer.type === "opaqueredirect") return signedOut;
  if (answer.status === 400 || answer.status === 401 || answer.status === 409) return sentenceOf(answer);
  if (answer.status === 404) return ticketGoneMessage;
  return answer.status === 413 ? tooLong : serverErrorText(answer.status);
}

/** Whether the user is signed out: redirected to the login page, or signed in as someone else (401). */
export const isSignedOut = (answer: Response) => answer.type === "opaqueredirect" || answer.status === 401;

/** Returns the response's text if it is plain text, as our own errors are; errors of a proxy are not shown. */
async function sentenceOf(answer: Response): Promise<string> {
  const isText = answer.headers.get("Content-Type")?.startsWith("text/plain");
  return (isText && (await answer.text().catch(() => ""))) || serverErrorText(answer.status);
}
