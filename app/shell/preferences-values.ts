/** What may be chosen. Browser-safe. */
export interface Preferences {
  theme?: "light" | "dark";
  direction?: "ltr" | "rtl";
  /** Whether keys open something from anywhere on a page. They do unless somebody has turned it off. */
  shortcuts?: "on" | "off";
}

/** Takes from anything what is a valid choice. */
export function readPreferences(given: unknown): Preferences {
  const { theme, direction, shortcuts } = (typeof given === "object" && given !== null ? given : {}) as Record<
    string,
    unknown
  >;
  return {
    ...((theme === "light" || theme === "dark") && { theme }),
    ...((direction === "ltr" || direction === "rtl") && { direction }),
    ...((shortcuts === "on" || shortcuts === "off") && { shortcuts }),
  };
}

/** Puts a choice on the page at once and keeps it in the browser's storage, where it outlives the cookie. */
export function applyPreferences({ theme, direction }: Preferences) {
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
export function firstPaintScript(chosen: Preferences) {
  return `(function(c){var h=document.documentElement,s={};try{s=localStorage}catch(e){}
var t=c.theme||s.theme,d=c.direction||s.direction;
if(t!=="light"&&t!=="dark")t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
h.classList.remove("light","dark");h.classList.add(t);
if(d==="ltr"||d==="rtl")h.dir=document.body.dir=d;
try{if(c.theme)s.theme=t;if(c.direction)s.direction=d}catch(e){}})(${JSON.stringify(chosen)})`;
}
