import { createCookie, data, redirect, redirectDocument } from "@remix-run/node";
import { config } from "config";
import { FileReplaced, isBusy, isDiskFault, isDiskFull, isUnwritable } from "db/connection";
import { QueueFull } from "~/core/process/fair-queue.server";
import { hasMailServer, queuedMails } from "./mail-sentences.server";
import { requestContext } from "./request-context.server";

/** Throws a 404 response; the page shows it in the layout with a link back to where the user came from. */
export function notFound(message?: string): never {
  throw data({ message, back: requestContext()?.cameFrom?.() }, 404);
}

/**
 * Returns why the server cannot process a request now (database not writable, or a queue full), as a sentence;
 * undefined for other errors.
 */
export function writeFailureMessage(error: unknown): string | undefined {
  if (isDiskFull(error))
    return "The server's disk is full, so nothing was changed. Tell the server's administrator, and try again when there is room.";
  if (isUnwritable(error))
    return "The server may not write to its database, so nothing was changed. Tell the server's administrator: the file or its disk is read-only.";
  if (isDiskFault(error))
    return "The server's disk reported an error, so nothing was changed. Tell the server's administrator, and try again.";
  if (isBusy(error)) return "Another program holds the database, so nothing was changed. Try again in a moment.";
  if (error instanceof FileReplaced)
    return "The database was removed or replaced while the server was running, so nothing was changed. Tell the server's administrator: the server has to be restarted.";
  if (error instanceof QueueFull) return error.message;
  return undefined;
}

/** A message shown once, on the next page. `undo` is the change that its button undoes. */
export interface Toast {
  text: string;
  undo?: string;
  /** The button redoes what was just undone. */
  redo?: boolean;
  /** Change and number of records that can be undone, if not all of it can. */
  others?: { batch: string; count: number };
  /** Links to the records it is about. */
  links?: { href: string; title: string }[];
  tone?: "success" | "error";
}

/**
 * Makes cookie names unique per port, as cookies ignore ports: two instances on one machine would otherwise sign each
 * other out.
 */
export const cookieName = (name: string) => (config.secure ? `__Host-${name}` : `${name}-${config.port}`);

export const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax", secure: config.secure } as const;

const toastCookie = createCookie(cookieName("toast"), {
  ...cookieOptions,
  secrets: [config.sessionSecret],
  maxAge: 60,
});

/**
 * Adds to a toast with an undo button what became of its mails, which no undo recalls. Clients are not told, as they
 * should not learn who else gets mail.
 */
export function withMailNote<Said extends Toast>(toast: Said): Said {
  const { mails, person } = requestContext() ?? {};
  if (!toast.undo || !mails || person?.access === "client") return toast;
  const note = hasMailServer() ? `${queuedMails(mails)}, which no undo calls back` : queuedMails(mails);
  // The links continue the sentence of the toast.
  const text = toast.links?.length ? `${note}. ${toast.text}` : `${toast.text.replace(/\.$/, "")}. ${note}`;
  return { ...toast, text };
}

/**
 * Redirects to a page that shows the toast. With `newDocument` the browser reloads, so that scripts keep no state of
 * the previous page.
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

/** Like `redirectWithToast`, with the reasons of a refusal. */
export const redirectWithErrors = (to: string, errors: Record<string, string>) =>
  redirectWithToast(to, { text: Object.values(errors).join(" "), tone: "error" });

// Bidirectional control characters: a name may contain one that is never closed.
const turns = /[\u202A-\u202E\u2066-\u2069]/g;
const rightToLeft = "\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}";
const names = new RegExp(`[${rightToLeft}](?:[^\\p{L}\\p{N},;:“”]*[${rightToLeft}])*`, "gu");

/** Isolates right-to-left names (U+2068 to U+2069), so that they do not reorder the rest of the sentence. */
export const inOrder = (text: string) => text.replace(turns, "").replace(names, "\u2068$&\u2069");

/** Returns the toast to show now, with the header that clears it. */
export async function takeToast(request: Request): Promise<{ toast?: Toast; headers: Headers }> {
  const toast = (await toastCookie.parse(request.headers.get("Cookie"))) as Toast | null;
  if (!toast) return { headers: new Headers() };
  return {
    toast: { ...toast, text: inOrder(toast.text) },
    headers: new Headers({ "Set-Cookie": await toastCookie.serialize("", { maxAge: 0 }) }),
  };
}

/**
 * Returns `path` if it is a safe redirect target on this site, or `otherwise`. Rejects other hosts, slash tricks and
 * malformed paths.
 */
export function samePath(path: unknown, otherwise: string): string {
  if (typeof path !== "string" || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return otherwise;
  const url = new URL(path, "http://here.invalid");
  return url.host === "here.invalid" && !url.pathname.startsWith("//") && isDecodable(url.pathname)
    ? url.pathname + url.search + url.hash
    : otherwise;
}

/**
 * Whether a path belongs to the API, in any spelling that the router accepts. `/api` itself is a page that documents
 * it.
 */
export const isApi = (path: string) => /^\/api\/+[^/]/i.test(isDecodable(path) ? decodeURIComponent(path) : path);

/** Whether a path can be percent-decoded, as routers do. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
