/** Logs security events in one format, so that monitoring can count them: who, from where, what, and the outcome. */
import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "./log.server";

const requests = new AsyncLocalStorage<{ id: string; address: string }>();

/** Runs `act` in a context that adds the request's id and address to security events. */
export const inRequest = <Result>(request: { id: string; address: string }, act: () => Result): Result =>
  requests.run(request, act);

/** Returns the client address of the current request, if there is one. */
export const requestAddress = () => requests.getStore()?.address;

interface SecurityEvent {
  event: "sign-in" | "sign-out" | "sessions-ended" | "account" | "access" | "rate-limit" | "cross-site";
  outcome: "success" | "failure";
  userId?: number;
  /** Id of the user who did it, if that is someone else. */
  byId?: number | null;
  /** Sign-in method, such as `password` or `google`. */
  way?: string;
  /** Action that was done, tried or limited; never a value. */
  what?: string;
  /** Reason of a failure as a code, such as `wrong-password`. */
  why?: string;
}

/** Logs a security event, failures as warnings. Call it after the commit, so that rolled-back events are not logged. */
export function logSecurityEvent(event: SecurityEvent): void {
  const line = { security: true, ...event, ...requests.getStore() };
  if (event.outcome === "failure") log.warn(line, "security event");
  else log.info(line, "security event");
}
