/**
 * Security events in the log: who, from where, what, with what outcome. One shape, so that whoever watches the log can
 * count them.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "./log.server";

const requests = new AsyncLocalStorage<{ id: string; address: string }>();

/** Does something for a request: what is logged on the way says which it was, and from which address it came. */
export const inRequest = <Result>(request: { id: string; address: string }, act: () => Result): Result =>
  requests.run(request, act);

/** The address that the request being answered came from, where one is answered. */
export const requestAddress = () => requests.getStore()?.address;

export interface SecurityEvent {
  event: "sign-in" | "sign-out" | "sessions-ended" | "account" | "access" | "rate-limit" | "cross-site";
  outcome: "success" | "failure";
  /** The id of the person whom it is about. */
  userId?: number;
  /** The id of the person who did it, where that is somebody else. */
  byId?: number | null;
  /** How somebody came in: `password`, `google`. */
  way?: string;
  /** What was done, or tried, or is limited; never a value. */
  what?: string;
  /** Why it failed, as a code such as `wrong-password`. */
  why?: string;
}

/**
 * Logs a security event: a failure as a warning. Call it after the commit, so that nothing is logged that did not
 * happen.
 */
export function logSecurityEvent(event: SecurityEvent): void {
  const line = { security: true, ...event, ...requests.getStore() };
  if (event.outcome === "failure") log.warn(line, "security event");
  else log.info(line, "security event");
}
