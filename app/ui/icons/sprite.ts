/** The icons in use as one SVG file, made from the lucide set while building. Part of the Vite configuration. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { iconNames } from "./icon-names";

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

/** Answers the sprite: one `<symbol>` for each name. Throws when the set has no such icon. */
export function drawSprite(set: IconSet, names: readonly string[]): string {
  const symbols = names.map((name) => {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ""];
    if (!icon)
      throw new Error(`lucide has no icon "${name}". Look it up at lucide.dev and correct app/ui/icons/icon-names.ts.`);
    // The width of the stroke is left to CSS, which reaches into a symbol by inheritance only.
    const body = icon.body.replaceAll(' stroke-width="2"', "");
    return `<symbol id="${name}" viewBox="0 0 24 24">${body}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

/** `import sprite from "virtual:icon-sprite"` is the address of the sprite; its name changes with its content. */
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
