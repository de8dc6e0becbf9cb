import { createContext } from "react";

interface ListedView {
  id: number;
  name: string;
  href: string;
  /** Who shares it; nobody for one's own. */
  by?: string;
  pinned: boolean;
  /** The list shows just this. */
  current: boolean;
}

export interface ListViews {
  /** The list that they are of. */
  path: string;
  views: ListedView[];
  /** Where all of them are, and how many, when there are more than these. */
  all?: { count: number; href: string };
  /** Where what the list shows now is saved. */
  save: string;
}

/** The saved views of the list that a page shows, as what surrounds the page knows them. */
export const SavedViews = createContext<ListViews | undefined>(undefined);
