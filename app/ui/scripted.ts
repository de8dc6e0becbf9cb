import { useSyncExternalStore } from "react";

/**
 * Whether scripts run here: not on the server and not in the first render over its HTML, which have to agree. What is
 * drawn for scripts takes the place of a link, so it waits while one is pressed: the press would be lost with the link.
 */
export const useScripted = () => useSyncExternalStore(never, isScripted, () => false);

let scripted = false;
const isScripted = () => (scripted ||= !document.querySelector("a:active"));
const never = () => () => {};
