import { matchRoutes } from "@remix-run/react";
import { isPage } from "~/ui/links";

/**
 * Preloads a page's scripts when the pointer is over a link to it, all at once, since Remix would request some only
 * after reading others; its data is not requested, because that would count as a visit. Returns a function that stops
 * this.
 */
export function preloadScripts(document: Document) {
  /** Paths of pages and scripts already requested. */
  const asked = new Set<string>();
  function preload({ target }: Event) {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
    if (!link || asked.has(link.pathname) || link.origin !== location.origin || !isPage(link.pathname)) return;
    asked.add(link.pathname);
    for (const { route } of matchRoutes(__remixRouter.routes, link.pathname) ?? []) {
      const { module, imports = [] } = __remixManifest.routes[route.id]!;
      for (const href of [module, ...imports]) {
        if (asked.has(href)) continue;
        asked.add(href);
        document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
      }
    }
  }
  document.addEventListener("pointerover", preload);
  return () => document.removeEventListener("pointerover", preload);
}
