/** What became known while a request is answered, for whoever wants to know afterwards: what was searched for, and by whom. */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Searched {
  /** The list that was searched, such as `/orders`. */
  place: string;
  /** As it was typed. */
  term: string;
  /** How much was found. */
  found: number;
}

export interface Heard {
  searches: Searched[];
  /** Who asks, where it is somebody who is signed in. */
  personId?: number;
}

const listening = new AsyncLocalStorage<Heard>();

/** Does something, and collects in `heard` what becomes known on the way. */
export const hearing = (heard: Heard, act: () => void) => listening.run(heard, act);

/** Says that something was searched for. Nobody may be listening. */
export const noteSearch = (searched: Searched) => void listening.getStore()?.searches.push(searched);

/** Says who asks. Nobody may be listening. */
export function notePerson(personId: number): void {
  const heard = listening.getStore();
  if (heard) heard.personId = personId;
}
