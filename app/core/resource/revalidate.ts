import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For every page with a form that changes a record: a refused save is no reason to read the page again, unless the
 * record itself has moved on.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  (actionStatus < 400 || actionStatus === 409) && defaultShouldRevalidate;

/**
 * For pages that change also when something was refused: they are read again unless nobody answered, or its writer is
 * signed out.
 */
export const revalidateWhenAnswered: ShouldRevalidateFunction = ({ actionStatus }) =>
  actionStatus !== 401 && actionStatus !== 503;

/**
 * For what stands around pages: it is read again with each of them, but not after a refusal. Remix reads a route
 * without such an export after a refusal too, if a fetcher was under way; around a form whose writer was signed out it
 * would draw the frame of a visitor. What the frame counts may lag until the next page.
 */
export const unlessRefused: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus < 400;
