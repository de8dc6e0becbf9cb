import { matchRoutes } from "@remix-run/react";
import type { ServerBuild } from "@remix-run/node";
import { byLikelyRoutes } from "../likely-routes";

/** Finds the page at a URL: its route id, and its route path such as `/orders/:id`. Undefined if it is not a page. */
export type PageOf = (url: URL) => Page | undefined | Promise<Page | undefined>;

interface Page {
  id: string;
  path: string;
}

export function pagesOf(build: ServerBuild | (() => Promise<ServerBuild>)): PageOf {
  if (typeof build === "function") return async (url) => pagesOf(await build())(url);
  const find = byLikelyRoutes(build, ({ routes }) => {
    const tree = inside(routes, undefined);
    return (path: string) => pageAt(matchRoutes(tree, path), routes);
  });
  return (url) => find(url)(url.pathname);
}

type Routes = ServerBuild["routes"];
type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Matches = ReturnType<typeof matchRoutes>;

/** Returns the child routes of a route in React Router's format. */
function inside(routes: Routes, parent: string | undefined): RouteObject[] {
  const children = Object.values(routes).filter(({ parentId }) => parentId === parent);
  return children.map(({ id, path, index, caseSensitive }) =>
    index ? { id, path, index: true, caseSensitive } : { id, path, caseSensitive, children: inside(routes, id) },
  );
}

function pageAt(matches: Matches, routes: Routes): Page | undefined {
  const id = matches?.at(-1)?.route.id;
  if (!matches || !id || !routes[id]?.module.default) return undefined;
  const parts = matches.flatMap(({ route }) => route.path?.split("/") ?? []).filter(Boolean);
  return { id, path: `/${parts.join("/")}` };
}
