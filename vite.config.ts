import { resolve } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { iconSprite } from "./app/ui/icons/sprite";
import { alias } from "./vite.alias";

const fromRoot = (path: string) => resolve(import.meta.dirname, path);

/** Escapes characters beyond ASCII: Node stores a source with one of them in twice the memory. */
const narrowSources = {
  name: "narrow-sources",
  renderChunk: (code: string) => ({
    code: code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    map: null,
  }),
};

/**
 * Makes server.ts the entry of the server bundle, so that the server and the routes share one graph of modules and one
 * database.
 */
const serverEntry: Plugin = {
  name: "server-entry",
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? { build: { rollupOptions: { input: fromRoot("server.ts"), output: { plugins: [narrowSources] } } } }
      : undefined,
};

/** Packages that never reach a browser. */
const serverPackages = [
  "@node-rs/argon2",
  "@remix-run/node",
  "better-sqlite3",
  "d3-shape",
  "drizzle-orm",
  "fast-xml-parser",
  "firebase-admin",
  "ipaddr.js",
  "nodemailer",
  "pino",
  "sharp",
];

/** Stops a build that would send server code to browsers, and names the file that does it. */
const serverStaysHome: Plugin = {
  name: "server-stays-home",
  enforce: "pre",
  apply: "build",
  resolveId(source, importer, { ssr }) {
    if (ssr || !importer || importer.includes("/node_modules/")) return;
    if (source.startsWith("node:") || serverPackages.some((name) => source === name || source.startsWith(`${name}/`))) {
      this.error(
        `${importer} is sent to browsers and imports "${source}", which is for the server. Move that part to a *.server.ts file.`,
      );
    }
  },
};

/**
 * Groups browser scripts into few files, because small ones compress badly and cost more requests and headers than they
 * save. Parts for lists, repeated rows, invoice lines and record versions are separate, as few pages need more than one
 * of them, and so are libraries, which change less often.
 */
const fewChunks: Plugin = {
  name: "few-chunks",
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? undefined
      : { build: { ...smaller, rollupOptions: { output: { manualChunks: chunkOf, ...shortNames } } } },
};

/**
 * Makes React render a new page in one step: in steps of 5 ms, as Remix has it, a slow device takes twice as long.
 * `docs/decisions/0072-moves-render-once.md`
 */
const rendersAtOnce: Plugin = {
  name: "renders-at-once",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("@remix-run/react/dist/esm/browser.js")) return;
    if (!code.includes("v7_startTransition: true")) this.error("Remix no longer renders in transitions.");
    return { code: code.replace("v7_startTransition: true", "v7_startTransition: false"), map: null };
  },
};

/** 4 % smaller than esbuild's, mostly React: docs/decisions/0046. What the server runs keeps its names and lines. */
const smaller = { minify: "terser", terserOptions: { compress: { passes: 2 } } } as const;

/**
 * All names stand in the list of routes, where each bit that tells one version of a file from another counts. These 28
 * do.
 */
const shortNames = {
  hashCharacters: "hex",
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
} as const;

/**
 * The file that a module of `app/` goes into, by the first line that its path fits; `undefined` leaves it to Rollup.
 */
const chunks: [path: RegExp, chunk: string | undefined][] = [
  [/^ui\/(chart\/|icons\/(?!icon)|form\/cropper\.)|^core\/(values\/(crop|cards|digits)|http\/http)\./, undefined], // only with charts, a picture, an emoji or a card
  [/^ui\/list\/screen\/(list-|ticked|select-all|row-menu|filter-chip|display-menu|hidden-params|key-hints)/, "lists"],
  [/^(core\/fields\/|features\/users\/fields\.)/, "fields"], // the next would take these in
  [/^features\/users\/(parts\/person-(facts|orders)|profile\/(person-invoices|link-list))\./, "person"],
  [/^ui\/form\/(use-)?rows\.|^core\/form\/rows\./, "rows"],
  [/^ui\/(list\/line-table|sheet)\./, "lines"],
  [/^(ui\/(resolving|settings-(head|form)|list\/area-tabs)|shell\/(auth-page|showcase))\./, undefined], // around few pages
  [/^ui\/(icons\/icon-names|values\/bar|timeline|code-block|print-button)\./, undefined], // on few pages, as the next two
  [/^ui\/(list\/(record-list|entries|record-link|record-row-menu)|form\/fields-form)\./, undefined],
  [/^ui\/(form\/(suggestions|picker|picks|password-field)|divider)\./, undefined],
  [/^ui\/(form\/(record-form|record-field|file-field)|record\/conflict)\./, "edit"], // others have no bytes to spare, as for the next two
  [/^ui\/(form\/(unsaved|draft|contents)|overlay\/dialog)\./, undefined], // asked for by who begins to write
  [/^ui\/form\/choices\./, "choices"],
  [/^ui\/list\/pagination\.|^core\/list\/(list|distance)\./, "pagination"],
  [/^(ui\/record\/field-value|core\/conflict\/versions)\./, "records"],
  [/^ui\/record\//, undefined], // with a history, or mails that could not be sent
  [/^core\/values\/(removal-words|line-total)\./, undefined], // on few pages
  [/^core\/values\/(quantity|share)\./, "sums"], // with the sums of a form, and on few other pages
  [/^ui\/values\/totals\./, "totals"],
  [/^(ui|core\/(list|form|values|http|process)|shell\/(?!palette\/)|features\/inbox\/(?!box\.))/, "kit"],
  [/^(core\/(access\/may|pages\/revalidate)|auth\/(session-context|google\/use-google))\./, "kit"],
];

/** Route modules are left to Remix, which asks for them by names that end in a query. */
function chunkOf(id: string) {
  if (id.includes("?")) return;
  if (/\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run)\//.test(id)) return "react";
  if (id.startsWith(fromRoot("db/dates"))) return "dates"; // lists would take it in
  const path = id.startsWith(fromRoot("app")) ? id.slice(fromRoot("app").length + 1) : "";
  return chunks.find(([fits]) => fits.test(path))?.[1];
}

const futureRemix = {
  v3_fetcherPersist: true,
  v3_lazyRouteDiscovery: false, // docs/decisions/0008: all routes are one small file that browsers keep
  v3_relativeSplatPath: true,
  v3_routeConfig: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
};

/** A route without a page leaves nothing for the browser; a library has a comment in an odd place. */
const noNews = new Set(["EMPTY_BUNDLE", "INVALID_ANNOTATION"]);

export default defineConfig({
  plugins: [
    tailwindcss(),
    remix({ future: futureRemix }),
    serverEntry,
    serverStaysHome,
    rendersAtOnce,
    fewChunks,
    iconSprite(),
  ],
  resolve: { alias },
  // While developing, Vite looks ahead into server files too; and what it finds only later makes it reload the page.
  optimizeDeps: { exclude: serverPackages, include: ["firebase/app", "firebase/auth", "simplebar-core", "zod"] },
  build: {
    target: "es2022",
    modulePreload: false, // Remix preloads what a page needs; the helper for the rest would be in every page
    assetsInlineLimit: 0,
    rollupOptions: { onwarn: (warning, warn) => (noNews.has(warning.code ?? "") ? undefined : warn(warning)) },
  },
});
