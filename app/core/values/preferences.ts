/** Display preferences. Browser-safe. */
export interface Preferences {
  theme?: "light" | "dark";
  direction?: "ltr" | "rtl";
  /** Whether keyboard shortcuts work everywhere on a page; on by default. */
  shortcuts?: "on" | "off";
  /** Whether the menu is pinned beside the page if there is room; closed, it is a drawer on every screen. */
  menu?: "open" | "closed";
  /** Row height of lists. */
  density?: "comfortable" | "compact";
  /** Hidden columns by the path of their list, such as `{ "/users": ["phone"] }`. */
  hidden?: Record<string, string[]>;
}

const values = {
  theme: ["light", "dark"],
  direction: ["ltr", "rtl"],
  shortcuts: ["on", "off"],
  menu: ["open", "closed"],
  density: ["comfortable", "compact"],
} as const;

/** Maximum length of the hidden columns of all lists as JSON: a cookie holds 4,096 bytes after encoding. */
const maxHidden = 2_000;

/** Returns the valid preferences in any value. */
export function readPreferences(given: unknown): Preferences {
  const from = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>;
  const chosen = Object.entries(values).flatMap(([name, allowed]) =>
    (allowed as readonly unknown[]).includes(from[name]) ? [[name, from[name]]] : [],
  );
  const hidden = readHidden(from.hidden);
  return { ...(Object.fromEntries(chosen) as Preferences), ...(hidden && { hidden }) };
}

function readHidden(given: unknown): Preferences["hidden"] {
  if (typeof given !== "object" || given === null) return undefined;
  const lists = Object.entries(given).flatMap(([path, keys]) => {
    const columns = Array.isArray(keys) ? keys.filter(isColumn) : [];
    return isPath(path) && columns.length > 0 ? [[path, columns] as const] : [];
  });
  while (JSON.stringify(lists).length > maxHidden) lists.shift();
  return Object.fromEntries(lists);
}

const isPath = (path: string) => /^\/[a-z/-]{1,40}$/.test(path);
const isColumn = (key: unknown): key is string => typeof key === "string" && /^\w{1,30}$/.test(key);

/**
 * Returns the value of a button that hides or shows a column: `/users -phone`, `/users +phone`. `path` may be followed
 * by pending changes.
 */
export const columnChange = (path: string, column: string, isShown: boolean) =>
  `${path} ${isShown ? "+" : "-"}${column}`;

/**
 * Returns the hidden columns after such changes. Only the named columns change, so that two tabs do not overwrite each
 * other; if there is no more room, the list changed longest ago is dropped first.
 */
export function changeColumns({ hidden = {} }: Preferences, words: string): Preferences {
  const [path = "", ...changes] = words.split(" ");
  const { [path]: before = [], ...others } = hidden;
  const columns = new Set(before);
  for (const change of changes) {
    if (change.startsWith("-")) columns.add(change.slice(1));
    else if (change.startsWith("+")) columns.delete(change.slice(1));
  }
  return readPreferences({ hidden: { ...others, [path]: [...columns] } });
}

/**
 * Applies preferences to the page at once. Theme and direction are also kept in browser storage, which outlives the
 * cookie.
 */
export function applyPreferences({ theme, direction, menu, density }: Preferences) {
  const { documentElement: html, body } = document;
  if (theme) {
    html.classList.remove("light", "dark");
    html.classList.add(theme);
    store("theme", theme);
  }
  if (direction) {
    html.dir = body.dir = direction;
    store("direction", direction);
  }
  if (menu) {
    html.dataset.sidebar = menu;
    document.querySelector<HTMLElement>(".sidebar:popover-open")?.hidePopover();
    // The pressed button is gone, so focus moves to its counterpart.
    document.querySelector<HTMLElement>(menu === "open" ? ".sidebar [value=closed]" : ".topbar button")?.focus();
  }
  if (density) html.dataset.density = density;
}

function store(name: string, value: string) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without browser storage there is still the cookie.
  }
}

/**
 * Returns the script that runs before the first paint. Preferences in the cookie are copied to browser storage; missing
 * ones are read from there, and the theme finally from the system.
 */
export function firstPaintScript({ theme, direction }: Preferences) {
  return `(function(c){var h=document.documentElement,s={};try{s=localStorage}catch(e){}
var t=c.theme||s.theme,d=c.direction||s.direction;
if(t!=="light"&&t!=="dark")t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
h.classList.remove("light","dark");h.classList.add(t);
if(d==="ltr"||d==="rtl")h.dir=document.body.dir=d;
try{if(c.theme)s.theme=t;if(c.direction)s.direction=d}catch(e){}})(${JSON.stringify({ theme, direction })})`;
}
