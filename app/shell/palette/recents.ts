/** Recently chosen entries of the command palette, stored in the browser until logout. */
import { saveStored, readStored } from "~/core/values/browser-storage";
import type { IconName } from "~/ui/icons/icon-names";
import type { Entry } from "./entries";

/** The stored part of an entry. Its detail is left out, because prices and states would be outdated. */
export type Recent = Pick<Entry, "id" | "title" | "icon"> & { href: string };

const name = "recent";
const maxRecents = 8;

/** Returns at most eight entries, the latest first. Entries of other users and damaged ones are ignored. */
export function readRecents(userId: number): Recent[] {
  const kept = readStored(userId, name);
  return Array.isArray(kept) ? kept.flatMap(readRecent).slice(0, maxRecents) : [];
}

function readRecent(given: Record<string, unknown> | null): Recent[] {
  const { title, href, icon } = given ?? {};
  if (typeof title !== "string" || typeof href !== "string" || !/^\/(?![/\\])/.test(href)) return [];
  return [{ id: href, href, title, icon: /^[a-z0-9-]+$/.test(String(icon)) ? (icon as IconName) : "file-text" }];
}

/** Stores an entry as the latest of this user, and removes other users' entries. */
export function keepRecent(userId: number, { title, href, icon }: Omit<Recent, "id">) {
  const others = readRecents(userId).filter((recent) => recent.href !== href);
  saveStored(userId, name, [{ title, href, icon }, ...others].slice(0, maxRecents));
}
