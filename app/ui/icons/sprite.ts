/** Builds the SVG sprite of the icons in use from the lucide set. Part of the Vite configuration. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { iconNames } from "./icon-names";

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

/** Returns the sprite, one `<symbol>` per name. Throws if the set lacks an icon. */
export function drawSprite(set: IconSet, names: readonly string[]): string {
  const symbols = names.map((name) => {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ""];
    if (!icon)
      throw new Error(`lucide has no icon "${name}". Look it up at lucide.dev and correct app/ui/icons/icon-names.ts.`);
    // CSS sets the stroke width, which reaches into a symbol only by inheritance.
    const body = icon.body.replaceAll(' stroke-width="2"', "");
    return `<symbol id="${name}" viewBox="0 0 24 24">${body}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

/**
 * Provides the sprite's address as `import sprite from "virtual:icon-sprite"`. The file name contains a content hash.
 */
export function iconSprite(): Plugin {
  const set = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("@iconify-json/lucide/icons.json"), "utf8"),
  ) as IconSet;
  const source = drawSprite(set, iconNames);
  const fileName = `assets/icons-${createHash("sha256").update(source).digest("hex").slice(0, 8)}.svg`;
  const id = "virtual:icon-sprite";
  return {
    name: "icon-sprite",
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) => (asked === `\0${id}` ? `export default "/${fileName}";` : undefined),
    generateBundle(options) {
      const forServer = options.dir?.endsWith("server");
      if (!forServer) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader("Content-Type", "image/svg+xml");
        response.end(source);
      });
    },
  };
}
