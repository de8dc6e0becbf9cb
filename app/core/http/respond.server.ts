import { createCookie, data, redirect, redirectDocument } from "@remix-run/node";
import { config } from "config";
import { FileReplaced, isBusy, isDiskFault, isDiskFull, isUnwritable } from "db/connection";
import { QueueFull } from "~/core/process/fair-queue.server";
import { formatNumber } from "~/core/values/noun";
import { requestContext } from "./request-context.server";

/** Throws a 404: a page shows it in the shell, with a way back to where somebody came from. */
export function notFound(message?: string): never {
  throw data({ message, back: requestContext()?.cameFrom?.() }, 404);
}

/**
 * Why the server cannot do something now, whatever it was, in a sentence: the database takes no change, or too many ask
 * for the same. Nothing where the fault lies elsewhere.
 */
export function writeFailureMessage(error: unknown): string | undefined {
  if (isDiskFull(error))
    return "The server's disk is full, so nothing was changed. Tell whoever looks after it, and try again when there is room.";
  if (isUnwritable(error))
    return "The server may not write to its database, so nothing was changed. Tell whoever looks after it: the file or its disk is read-only.";
  if (isDiskFault(error))
    return "The server's disk reported an error, so nothing was changed. Tell whoever looks after it, and try again.";
  if (isBusy(error)) return "Another program holds the database, so nothing was changed. Try again in a moment.";
  if (error instanceof FileReplaced)
    return "The database was removed or replaced while the server was running, so nothing was changed. Tell whoever looks after it: the server has to be restarted.";
  if (error instanceof QueueFull) return error.message;
  return undefined;
}

/** What is said once, on the next page. `undo` names the change that its button takes back. */
export interface Toast {
  text: string;
  undo?: string;
  /** Whether that button does something again that was just undone. */
  redo?: boolean;
  /** The change of which these many can be taken back, where not all of it could be. */
  others?: { change: string; count: number };
  /** Where to look at what it is about. */
  links?: { href: string; title: string }[];
  tone?: "success" | "error";
}

/** Cookies ignore ports: without this, two instances on one machine would sign each other out. */
export const cookieName = (name: string) => (config.secure ? `__Host-${name}` : `${name}-${config.port}`);

export const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax", secure: config.secure } as const;

const toastCookie = createCookie(cookieName("toast"), {
  ...cookieOptions,
  secrets: [config.sessionSecret],
  maxAge: 60,
});

/**
 * What an undo leaves as it is is said beside its button, of what the request or the job that goes on has sent; clients
 * do not learn who else is mailed.
 */
export function withMailNote<Said extends Toast>(toast: Said): Said {
  const { mails, person } = requestContext() ?? {};
  if (!toast.undo || !mails || person?.access === "client") return toast;
  const which = mails === 1 ? "A mail is on its way" : `${formatNumber(mails)} mails are on their way`;
  const note = `${which}, which no undo calls back`;
  // Links go on with the sentence.
  const text = toast.links?.length ? `${note}. ${toast.text}` : `${toast.text.replace(/\.$/, "")}. ${note}`;
  return { ...toast, text };
}

/**
 * Leads on to another page, which shows the toast. In a new document scripts know nothing any more of the page before.
 */
export async function redirectWithToast(
  to: string,
  toast: Toast,
  headers = new Headers(),
  { newDocument = false } = {},
) {
  headers.append("Set-Cookie", await toastCookie.serialize(withMailNote(toast)));
  return (newDocument ? redirectDocument : redirect)(to, { status: 303, headers });
}

/** The same for what was refused: the toast says why. */
export const redirectWithErrors = (to: string, errors: Record<string, string>) =>
  redirectWithToast(to, { text: Object.values(errors).join(" "), tone: "error" });

// Marks that override, embed or isolate a direction: a name may have opened one and never closed it.
const turns = /[\u202A-\u202E\u2066-\u2069]/g;
const rightToLeft = "\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}";
const names = new RegExp(`[${rightToLeft}](?:[^\\p{L}\\p{N},;:“”]*[${rightToLeft}])*`, "gu");

/**
 * A sentence whose order no name in it turns round: what is written from right to left is isolated (U+2068 to U+2069).
 */
export const inOrder = (text: string) => text.replace(turns, "").replace(names, "\u2068$&\u2069");

/** The toast to show now, with the header that makes it the only time. */
export async function takeToast(request: Request): Promise<{ toast?: Toast; headers: Headers }> {
  const toast = (await toastCookie.parse(request.headers.get("Cookie"))) as Toast | null;
  if (!toast) return { headers: new Headers() };
  return {
    toast: { ...toast, text: inOrder(toast.text) },
    headers: new Headers({ "Set-Cookie": await toastCookie.serialize("", { maxAge: 0 }) }),
  };
}

/**
 * A path on this site that is safe to lead to, or `otherwise`. Foreign addresses, tricks with slashes and damaged paths
 * are not followed.
 */
export function samePath(path: unknown, otherwise: string): string {
  if (typeof path !== "string" || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return otherwise;
  const url = new URL(path, "http://here.invalid");
  return url.host === "here.invalid" && !url.pathname.startsWith("//") && isDecodable(url.pathname)
    ? url.pathname + url.search + url.hash
    : otherwise;
}

/**
 * Whether a path is the API's, in any of the spellings that the router takes for it. `/api` itself is a page, which
 * explains it.
 */
export const isApi = (path: string) => /^\/api\/+[^/]/i.test(isDecodable(path) ? decodeURIComponent(path) : path);

/** Whether each percent sign in a path begins a code: routers decode what they are asked for. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
