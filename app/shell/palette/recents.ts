/** What a person chose in the command palette lately, kept in their browser until they log out. */
import { saveStored, readStored } from "~/core/values/browser-storage";
import type { IconName } from "~/ui/icons/icon-names";
import type { Entry } from "./entries";

/** What is kept of an entry. Its detail is not: prices and states would be old when it is offered again. */
export type Recent = Pick<Entry, "id" | "title" | "icon"> & { href: string };

const name = "recent";
const maxRecents = 8;

/**
 * The latest first, at most eight. What somebody else left in this browser is not shown, nor anything that is damaged.
 */
export function readRecents(userId: number): Recent[] {
  const kept = readStored(userId, name);
  return Array.isArray(kept) ? kept.flatMap(readRecent).slice(0, maxRecents) : [];
}

function readRecent(given: Record<string, unknown> | null): Recent[] {
  const { title, href, icon } = given ?? {};
  if (typeof title !== "string" || typeof href !== "string" || !/^\/(?![/\\])/.test(href)) return [];
  return [{ id: href, href, title, icon: /^[a-z0-9-]+$/.test(String(icon)) ? (icon as IconName) : "file-text" }];
}

/** Keeps what was chosen, before all else that this person chose; of anybody else nothing stays. */
export function keepRecent(userId: number, { title, href, icon }: Omit<Recent, "id">) {
  const others = readRecents(userId).filter((recent) => recent.href !== href);
  saveStored(userId, name, [{ title, href, icon }, ...others].slice(0, maxRecents));
}
