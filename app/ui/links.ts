/** Which plain links the browser follows by itself, and which become navigations inside the page. */

type Press = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented">;

/** What is not a page: files, exports, what is beneath `/api`. */
const notPages = /^\/(api|files|avatars|icons|assets|samples)\/.|^\/health$|\.\w{2,5}$/;

/** Whether a path of this site is a page, which is navigated to within the page. */
export const isPage = (path: string) => !notPages.test(path.split(/[?#]/)[0] ?? "");

/** The path to navigate to when a link was pressed; nothing when the browser should do what it always does. */
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

/** Whether a link in the midst of a page leads to a page above it, such as its list. Those of the menu lead on. */
export const leadsBack = (link: HTMLAnchorElement, here: Pick<Location, "pathname">) =>
  link.closest("main") !== null && here.pathname.startsWith(`${link.pathname}/`);
