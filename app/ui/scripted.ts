import { useSyncExternalStore } from "react";

/** Whether scripts run here: not on the server and not in the first render over its HTML, which have to agree. */
export const useScripted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
const never = () => () => {};
