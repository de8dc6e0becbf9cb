import { createContext } from "react";

interface ListedView {
  id: number;
  name: string;
  href: string;
  /** The user who shares it; undefined for one's own views. */
  by?: string;
  pinned: boolean;
  current: boolean;
}

export interface ListViews {
  path: string;
  views: ListedView[];
  /** Link to all views and their number, if there are more than these. */
  all?: { count: number; href: string };
  /** Path for saving the current view. */
  save: string;
}

/** The saved views of the current page's list. */
export const SavedViews = createContext<ListViews | undefined>(undefined);
