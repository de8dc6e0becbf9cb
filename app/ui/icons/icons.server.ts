/** Icon sets in Iconify's format, read from the installed packages. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

interface Icon {
  body: string;
  width?: number;
  height?: number;
}

export interface IconSet {
  prefix: string;
  icons: Record<string, Icon>;
  aliases?: Record<string, { parent: string }>;
  width?: number;
  height?: number;
  lastModified?: number;
}

const packages: Record<string, string> = {
  lucide: "@iconify-json/lucide/icons.json",
  "fluent-emoji-flat": "@iconify-json/fluent-emoji-flat/icons.json",
};

/** Loaded sets: they are large and never change, so each is read once, on first use. Failed loads are retried. */
const read = new Map<string, Promise<IconSet>>();

/** Returns the set with this prefix, or undefined if there is none. */
export function iconSet(prefix: string): Promise<IconSet> | undefined {
  const file = Object.hasOwn(packages, prefix) ? packages[prefix] : undefined;
  if (!file) return undefined;
  const known = read.get(prefix);
  if (known) return known;
  const loading = load(file);
  read.set(prefix, loading);
  loading.catch(() => read.delete(prefix));
  return loading;
}

async function load(file: string): Promise<IconSet> {
  return JSON.parse(await readFile(createRequire(import.meta.url).resolve(file), "utf8")) as IconSet;
}

/** Returns the named icons of a set, with the parents of aliases. Unknown names are in `not_found`. */
export function pickIcons(set: IconSet, names: string[]) {
  const icons: IconSet["icons"] = {};
  const aliases: NonNullable<IconSet["aliases"]> = {};
  const missing = new Set<string>();
  const add = (name: string): boolean => {
    const icon = ownValue(set.icons, name);
    if (icon) icons[name] = icon;
    const alias = icon ? undefined : ownValue(set.aliases ?? {}, name);
    if (alias && add(alias.parent)) aliases[name] = alias;
    return icon !== undefined || Object.hasOwn(aliases, name);
  };
  for (const name of names) if (!add(name)) missing.add(name);
  return {
    prefix: set.prefix,
    lastModified: set.lastModified,
    ...(Object.keys(aliases).length > 0 && { aliases }),
    width: set.width,
    height: set.height,
    icons,
    ...(missing.size > 0 && { not_found: [...missing] }),
  };
}

const ownValue = <Value>(record: Record<string, Value>, name: string) =>
  Object.hasOwn(record, name) ? record[name] : undefined;
