/** Context of the current request, without passing it from call to call. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { User } from "db/schema";

export interface Searched {
  /** Path of the list searched, such as `/orders`. */
  place: string;
  /** Search text as typed. */
  term: string;
  /** Number of matches. */
  found: number;
}

/** A user as they were when admitted. */
export type Admitted = Pick<User, "id" | "access" | "areas">;

export interface RequestContext {
  searches: Searched[];
  /** Whether it comes from this machine; only set for samples. */
  isFromThisMachine?: boolean;
  /** The signed-in user. */
  person?: Admitted;
  /**
   * Throws if that user's session or access has ended since. Undefined before a guard has admitted the user and after
   * the response.
   */
  assertStillAdmitted?: () => Promise<void>;
  /** Returns the page of this site that the user came from, by the Referer header. */
  cameFrom?: () => string | undefined;
  /** Number of mails queued by this request. */
  mails?: number;
  /** Lets the next request start before this one's response is sent. */
  releaseSlot?: () => void;
  /** Called before each write of this request. */
  onChange?: () => void;
  /** Calls `act` once the response is sent or the client has disconnected; immediately if that has happened. */
  onClose?: (act: () => void) => void;
  /** The posted form, once it was read. */
  sentForm?: FormData;
  /** Charts of a page requested as a document, by the placeholders that stand for them in its data. */
  drawings?: Map<string, string>;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** Returns the context of the current request, if there is one. */
export const requestContext = () => contexts.getStore();

export const inContext = <Result>(context: RequestContext, act: () => Result): Result => contexts.run(context, act);

/** Runs `act` without the request context, so that it works even if the request may no longer change anything. */
export const outsideRequest = <Result>(act: () => Result): Result => contexts.exit(act);

/** Records a search in the request context; does nothing without one. */
export const noteSearch = (searched: Searched) => void requestContext()?.searches.push(searched);

/** Counts a mail queued by the current request. */
export function countMail() {
  const context = requestContext();
  if (context) context.mails = (context.mails ?? 0) + 1;
}

/**
 * Returns a placeholder for a chart if the document itself will contain the chart, which is then not sent twice; else
 * the chart.
 */
export function noteDrawing(html: string): string {
  const drawings = requestContext()?.drawings;
  if (!drawings) return html;
  const name = `drawing-${drawings.size}`;
  drawings.set(name, html);
  return name;
}

/** Stores the admitted user, and how to check whether they still are. */
export function noteAdmitted({ id, access, areas }: Admitted, assertStillAdmitted: () => Promise<void>) {
  const context = requestContext();
  if (context) Object.assign(context, { person: { id, access, areas }, assertStillAdmitted });
}

/**
 * Stops rechecking access, since the request itself has ended its session or its response is sent, while work of it
 * remains.
 */
export function forgetAdmitted() {
  const context = requestContext();
  if (context) context.assertStillAdmitted = undefined;
}
