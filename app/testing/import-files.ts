/** Files in other programs' formats, for tests of imports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns a file of `app/testing/import-files`, such as `shopify-orders`. */
export const importFile = (name: string) =>
  readFileSync(join(import.meta.dirname, "import-files", `${name}.csv`), "utf8");
