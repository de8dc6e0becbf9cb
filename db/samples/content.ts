import { readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "../../config";

const contents = new Map<string, unknown>();

/** Returns the texts and rows of a file in `content/`, which is read at its first use. */
export function content<Content>(name: string): Content {
  if (!contents.has(name))
    contents.set(name, JSON.parse(readFileSync(join(config.root, `db/samples/content/${name}.json`), "utf8")));
  return contents.get(name) as Content;
}
