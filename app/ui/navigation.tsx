/**
 * Renders a page once for each navigation to it, while React Router would render everything when it begins and when it
 * ends (docs/decisions/0072-moves-render-once.md).
 */
import { type Navigation, useNavigation as useRouterNavigation, useOutlet } from "@remix-run/react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router";
import { type ContextType, createContext, type ReactNode, useContext } from "react";
import { useUnchanged } from "./use-unchanged";

const Pending = createContext<Navigation | undefined>(undefined);
const PendingHere = createContext<Navigation["location"] | null>(null);

/** Returns the navigation in progress, like the hook of Remix, which below `SettledState` never sees one. */
export function useNavigation(): Navigation {
  const latest = useRouterNavigation();
  return useContext(Pending) ?? latest;
}

/** Returns the address being loaded if it has the path of the current page, such as another order of its rows. */
export function usePendingHere(): Navigation["location"] {
  const { location } = useRouterNavigation();
  const pending = useContext(PendingHere);
  return pending === null ? location : pending;
}

type State = ContextType<typeof RouterState> & object;

/** Whether two states differ at most in the navigation in progress. */
const isSettled = (earlier: State, now: State) =>
  (Object.keys(now) as (keyof State)[]).every((part) => part === "navigation" || earlier[part] === now[part]);

/** Provides the router's state to its children, but hides from them that a navigation has begun. */
export function SettledState({ children }: { children: ReactNode }) {
  const state = useContext(RouterState)!;
  const settled = useUnchanged(state, isSettled);
  const { location: to } = state.navigation;
  return (
    <Pending.Provider value={state.navigation}>
      <PendingHere.Provider value={to?.pathname === state.location.pathname ? to : undefined}>
        <RouterState.Provider value={settled}>{children}</RouterState.Provider>
      </PendingHere.Provider>
    </Pending.Provider>
  );
}

/** The child route, rendered again only when the settled state has changed. */
export function SettledOutlet() {
  const latest = { state: useContext(RouterState), outlet: useOutlet() };
  return useUnchanged(latest, (earlier, now) => earlier.state === now.state).outlet;
}
