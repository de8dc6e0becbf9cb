/** What goes with a request while it is answered, without being handed on from call to call. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { User } from "db/schema";

export interface Searched {
  /** The list that was searched, such as `/orders`. */
  place: string;
  /** As it was typed. */
  term: string;
  /** How much was found. */
  found: number;
}

/** Somebody as they were let in. */
export type Admitted = Pick<User, "id" | "access" | "areas">;

export interface RequestContext {
  searches: Searched[];
  /** Whether it was made on this machine, as far as that matters: it is asked of a sample only. */
  isFromThisMachine?: boolean;
  /** Who asks, where it is somebody who is signed in. */
  person?: Admitted;
  /**
   * Throws where what let that person in has ended meanwhile. Nothing before a guard has let somebody in, and once the
   * answer is out.
   */
  assertStillAdmitted?: () => Promise<void>;
  /** Answers the page of this site where somebody was before, as their browser says. */
  cameFrom?: () => string | undefined;
  /** How many mails are on their way for it. */
  mails?: number;
  /** Lets the next request begin before this one's answer does. */
  releaseSlot?: () => void;
  /** Called before each change that is made for the request. */
  onChange?: () => void;
  /** Calls `act` once the answer is out or its reader has left, at once where that is so already. */
  onClose?: (act: () => void) => void;
  /** The form that the request brought, once it was read. */
  sentForm?: FormData;
  /** The charts of a page that is asked for as a document, by the names that stand for them in its data. */
  drawings?: Map<string, string>;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** What goes with the request that is being answered here, if one is. */
export const requestContext = () => contexts.getStore();

export const inContext = <Result>(context: RequestContext, act: () => Result): Result => contexts.run(context, act);

/** Does what goes on by itself, also when the request that led to it could change nothing any more. */
export const outsideRequest = <Result>(act: () => Result): Result => contexts.exit(act);

/** Says that something was searched for. Nobody may want to know. */
export const noteSearch = (searched: Searched) => void requestContext()?.searches.push(searched);

/** Counts a mail that is on its way. */
export function countMail() {
  const context = requestContext();
  if (context) context.mails = (context.mails ?? 0) + 1;
}

/**
 * A chart in a loader's data: its name where the page itself will hold it, so that it is not sent twice; else the chart
 * as it is.
 */
export function noteDrawing(html: string): string {
  const drawings = requestContext()?.drawings;
  if (!drawings) return html;
  const name = `drawing-${drawings.size}`;
  drawings.set(name, html);
  return name;
}

/** Says who was let in, and how to ask whether that still stands. */
export function noteAdmitted({ id, access, areas }: Admitted, assertStillAdmitted: () => Promise<void>) {
  const context = requestContext();
  if (context) Object.assign(context, { person: { id, access, areas }, assertStillAdmitted });
}

/**
 * The request itself has ended what let it in, or its answer is out: nothing more is asked of what it leaves to be
 * done.
 */
export function forgetAdmitted() {
  const context = requestContext();
  if (context) context.assertStillAdmitted = undefined;
}
