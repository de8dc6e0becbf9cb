import { matchRoutes } from "@remix-run/react";
import { isPage } from "~/ui/links";

/** Paths of pages and scripts already requested. */
const requested = new Set<string>();

/** Requests a page's scripts all at once, since Remix would request some only after reading others. */
export function preloadScripts(pathname: string) {
  if (requested.has(pathname)) return;
  requested.add(pathname);
  const links = new DocumentFragment();
  for (const { route } of matchRoutes(__remixRouter.routes, pathname) ?? []) {
    const { module, imports = [] } = __remixManifest.routes[route.id]!;
    for (const href of [module, ...imports]) {
      if (requested.has(href)) continue;
      requested.add(href);
      links.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
  }
  document.head.append(links);
}

/** Time that the pointer or the focus must stay on a link, in milliseconds, because most links are only passed over. */
const restMs = 50;

/**
 * Preloads the scripts of the page that the pointed or focused link leads to, as long as the document lasts. Its data
 * is not requested, because that would count as a visit.
 */
export function preloadPointed() {
  let timer: number;
  function look({ target }: Event) {
    clearTimeout(timer);
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
    if (!link || link.origin !== location.origin || !isPage(link.pathname)) return;
    timer = window.setTimeout(() => preloadScripts(link.pathname), restMs);
  }
  document.addEventListener("pointerover", look);
  document.addEventListener("focusin", look);
}
