/** Decides whether a link becomes a client-side navigation or is left to the browser. */

type Press = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented">;

/** Paths that are not pages: files, exports and everything below `/api`. */
const notPages = /^\/(api|files|avatars|icons|assets|samples)\/.|^\/health$|\.\w{2,5}$/;

/** Whether a path of this site is a page, to which client-side navigation applies. */
export const isPage = (path: string) => !notPages.test(path.split(/[?#]/)[0] ?? "");

/** Returns the path to navigate to when a link is clicked, or undefined if the browser should handle it. */
export function pageOf(
  link: HTMLAnchorElement,
  press: Press,
  here: Pick<Location, "origin" | "pathname" | "search">,
): string | undefined {
  if (press.defaultPrevented || press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey)
    return undefined;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return undefined;
  if (link.origin !== here.origin || !isPage(link.pathname)) return undefined;
  const samePage = link.pathname === here.pathname && link.search === here.search;
  if (samePage && link.hash) return undefined;
  return link.pathname + link.search + link.hash;
}

/** Whether a link in the page's content leads to a page above it, such as its list. Links in the menu do not count. */
export const isLinkUp = (link: HTMLAnchorElement, here: Pick<Location, "pathname">) =>
  link.closest("main") !== null && here.pathname.startsWith(`${link.pathname}/`);
