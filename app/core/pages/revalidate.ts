import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Skips revalidation after a rejected save, except on a conflict (409). */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  (actionStatus < 400 || actionStatus === 409) && defaultShouldRevalidate;

/**
 * Revalidates pages that also change after a rejected save, unless there was no response (503) or the session has ended
 * (401).
 */
export const revalidateWhenAnswered: ShouldRevalidateFunction = ({ actionStatus }) =>
  actionStatus !== 401 && actionStatus !== 503;

/**
 * Revalidates layouts with every page, but not after a rejection. Without such an export Remix would also reload the
 * layout after a rejection if a fetcher was pending, and draw a visitor's layout around the form of a user who was
 * signed out; its counts may lag until the next page.
 */
export const unlessRefused: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus < 400;
