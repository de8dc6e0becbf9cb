/** What may be chosen. Browser-safe. */
export interface Preferences {
  theme?: "light" | "dark";
  direction?: "ltr" | "rtl";
  /** Whether keys open something from anywhere on a page. They do unless somebody has turned it off. */
  shortcuts?: "on" | "off";
  /** Whether the menu stands beside the page where there is room; closed it is a drawer on every screen. */
  menu?: "open" | "closed";
  /** How tall the rows of lists are. */
  density?: "comfortable" | "compact";
  /** The columns that are left out, by the path of their list, such as `{ "/users": ["phone"] }`. */
  hidden?: Record<string, string[]>;
}

const values = {
  theme: ["light", "dark"],
  direction: ["ltr", "rtl"],
  shortcuts: ["on", "off"],
  menu: ["open", "closed"],
  density: ["comfortable", "compact"],
} as const;

/** As long as what is left out may be, of all lists together: a cookie has room for 4,096 bytes, which are encoded. */
const maxHidden = 2_000;

/** Takes from anything what is a valid choice. */
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
 * The value of a button that hides one column of a list, or shows it again: `/users -phone`, `/users +phone`. After
 * `path` there may be changes that are still on their way.
 */
export const columnChange = (path: string, column: string, isShown: boolean) =>
  `${path} ${isShown ? "+" : "-"}${column}`;

/**
 * Returns the hidden columns after such changes. Only the columns that are named change, so that two tabs do not undo
 * each other's choices. The list that changed last is kept longest.
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
 * Puts a choice on the page at once. Theme and direction are kept in the browser's storage too, where they outlive the
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
    // The button that was pressed is gone: the one that takes it back has the focus.
    document.querySelector<HTMLElement>(menu === "open" ? ".sidebar [value=closed]" : ".topbar button")?.focus();
  }
  if (density) html.dataset.density = density;
}

function store(name: string, value: string) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing still has the cookie.
  }
}

/**
 * The script that runs before the first paint. What the server knew from the cookie is copied to the storage; what it
 * did not know comes from there, the theme else from the system.
 */
export function firstPaintScript({ theme, direction }: Preferences) {
  return `(function(c){var h=document.documentElement,s={};try{s=localStorage}catch(e){}
var t=c.theme||s.theme,d=c.direction||s.direction;
if(t!=="light"&&t!=="dark")t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
h.classList.remove("light","dark");h.classList.add(t);
if(d==="ltr"||d==="rtl")h.dir=document.body.dir=d;
try{if(c.theme)s.theme=t;if(c.direction)s.direction=d}catch(e){}})(${JSON.stringify({ theme, direction })})`;
}
