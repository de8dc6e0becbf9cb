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

/** So many columns may be left out, of all lists together: a cookie has little room. */
const maxHidden = 60;

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
  const columns = Object.entries(given)
    .flatMap(([path, keys]) => (Array.isArray(keys) ? keys.map((key: unknown) => ({ path, key })) : []))
    .filter((column): column is { path: string; key: string } => isColumn(column.path, column.key))
    .slice(-maxHidden);
  return Object.fromEntries(
    [...new Set(columns.map(({ path }) => path))].map((path) => [
      path,
      columns.filter((column) => column.path === path).map(({ key }) => key),
    ]),
  );
}

const isColumn = (path: unknown, key: unknown) =>
  typeof path === "string" && typeof key === "string" && /^\/[a-z/-]{1,40}$/.test(path) && /^\w{1,30}$/.test(key);

/** Leaves out a column of a list, or shows it again. `column` is such as `/users phone`. */
export function toggleColumn({ hidden = {} }: Preferences, column: string): Preferences {
  const [path = "", key = ""] = column.split(" ");
  if (!isColumn(path, key)) return {};
  const { [path]: before = [], ...others } = hidden;
  const after = before.includes(key) ? before.filter((one) => one !== key) : [...before, key];
  return { hidden: { ...others, ...(after.length > 0 && { [path]: after }) } };
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
  if (menu) html.dataset.menu = menu;
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
