/** What was searched for while a request is answered, for whoever wants to know afterwards. */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Searched {
  /** The list that was searched, such as `/orders`. */
  place: string;
  /** As it was typed. */
  term: string;
  /** How much was found. */
  found: number;
}

const listening = new AsyncLocalStorage<Searched[]>();

/** Does something, and collects in `heard` what is searched for on the way. */
export const hearing = (heard: Searched[], act: () => void) => listening.run(heard, act);

/** Says that something was searched for. Nobody may be listening. */
export const noteSearch = (searched: Searched) => void listening.getStore()?.push(searched);
