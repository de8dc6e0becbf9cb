/** Functions that must run in the main thread, which alone holds their state. */
import { outsideRequest } from "~/core/http/request-context.server";

const acts = new Map<string, (...args: unknown[]) => void>();
let send: ((name: string, args: unknown[]) => void) | undefined;

/** Returns a function that runs `act` in the main thread, from any thread. Its arguments must not contain functions. */
export function inMainThread<Args extends unknown[]>(
  name: string,
  act: (...args: Args) => void,
): (...args: Args) => void {
  acts.set(name, act as (...args: unknown[]) => void);
  return (...args) => (send ? send(name, args) : outsideRequest(() => act(...args)));
}

/** Sets how a worker thread sends calls to the main thread. */
export const sendToMainThreadBy = (how: typeof send) => void (send = how);

/** Runs a call of another thread. */
export const doForThread = (name: string, args: unknown[]) => acts.get(name)?.(...args);
