import { resolve } from "node:path";

const fromRoot = (path: string) => resolve(import.meta.dirname, path);

/** Import aliases, equal to `paths` in tsconfig.json. */
export const alias = [
  { find: /^~\//, replacement: `${fromRoot("app")}/` },
  { find: /^config$/, replacement: fromRoot("config/index.ts") },
  { find: /^db$/, replacement: fromRoot("db/index.ts") },
  { find: /^db\//, replacement: `${fromRoot("db")}/` },
];
