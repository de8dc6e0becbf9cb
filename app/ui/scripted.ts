import { useSyncExternalStore } from "react";

/**
 * Whether scripts run here: not on the server and not in the first render over its HTML, which have to agree. What is
 * drawn for scripts takes the place of a link. While one is pressed it stays, or the press would be lost with it, and
 * goes when its page is drawn again.
 */
export const useScripted = () => useSyncExternalStore(never, isScripted, () => false);

let scripted = false;
const isScripted = () => (scripted ||= !document.querySelector("a:active"));
const never = () => () => {};
