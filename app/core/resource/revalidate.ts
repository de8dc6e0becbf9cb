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
 * For what stands around pages, which is read again with each of them, and not after a refusal: without a say of its
 * own Remix would, where a fetcher was under way meanwhile, and draw the frame of a visitor around the form.
 */
export const unlessRefused: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus < 400;
