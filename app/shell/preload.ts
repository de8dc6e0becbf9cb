import { matchRoutes } from "@remix-run/react";
import { isPage } from "~/ui/links";

/**
 * Has the browser load the scripts of a page once somebody points at a link to it, all at once: Remix would ask for
 * some of them only when it has read others. The page's data are not asked for, since that would count a visit.
 * Answers how to end it.
 */
export function preloadScripts(document: Document) {
  /** Paths of pages and of scripts. */
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
