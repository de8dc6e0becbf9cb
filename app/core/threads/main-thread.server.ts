/** What only the main thread may do, because it alone knows what it did before. */
import { outsideRequest } from "~/core/http/request-context.server";

const acts = new Map<string, (...args: unknown[]) => void>();
let send: ((name: string, args: unknown[]) => void) | undefined;

/**
 * Has something be done by the main thread, wherever it is called: in another one, it is asked for by this name. Its
 * values have no functions.
 */
export function inMainThread<Args extends unknown[]>(
  name: string,
  act: (...args: Args) => void,
): (...args: Args) => void {
  acts.set(name, act as (...args: unknown[]) => void);
  return (...args) => (send ? send(name, args) : outsideRequest(() => act(...args)));
}

/** Where this is not the main thread: how that is told. */
export const sendToMainThreadBy = (how: typeof send) => void (send = how);

/** Does what another thread asks for. */
export const doForThread = (name: string, args: unknown[]) => acts.get(name)?.(...args);
