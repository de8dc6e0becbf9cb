import { useSyncExternalStore } from "react";

/**
 * Whether scripts run: false on the server and in the first render, which have to match. Elements for scripts replace
 * links, so this waits while a link is pressed, or the click would be lost.
 */
export const useScripted = () => useSyncExternalStore(never, isScripted, () => false);

let scripted = false;
const isScripted = () => (scripted ||= !document.querySelector("a:active"));
const never = () => () => {};
