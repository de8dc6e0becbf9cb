/**
 * Which way imports run: each layer imports those before it, and no other. See docs/architecture.md. Only values count,
 * not types; and tests may import whatever they test.
 */

/** A feature stands behind those that it needs. */
const features = [
  ...["directory", "notifications", "inbox", "emoji", "views"].map(inFeatures), // what the shell shows
  "app/shell",
  ...["products", "orders", "invoices", "calendar", "career", "course", "analytics", "dashboards"].map(inFeatures),
  ...["support", "users", "team", "billing", "sign-in", "deactivation", "settings"].map(inFeatures),
  ...["home", "search", "live", "files", "digest", "records", "import", "api", "errors", "design"].map(inFeatures),
];

const layers = ["config", "db", "app/core", "app/ui", "app/auth", ...features, "app/maintenance", "server"];

/** The composition root, the list of routes and the entries import from anywhere; only `server` imports them. */
const roots = "app/[^/]+\\.tsx?$";

const oneWay = layers.slice(0, -1).map((layer, place) => ({
  name: `${layer}-imports-nothing-above`,
  severity: "error",
  from: { path: `^${layer}/` },
  to: { path: `^(${[...layers.slice(place + 1).map((higher) => `${higher}/`), roots].join("|")})` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    { name: "no-folder-cycle", severity: "error", scope: "folder", from: {}, to: { circular: true } },
    ...oneWay,
    {
      name: "each-folder-is-a-layer",
      comment: "Name the new folder among the layers, behind those that it imports.",
      severity: "error",
      from: {},
      to: { path: "^app/(features/)?[^/]+/", pathNot: `^(${layers.join("|")}|app/styles)/` },
    },
    {
      name: "features-keep-their-screens",
      comment: "What a feature lets others show is in its folder `parts`.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/features/[^/]+/.*\\.tsx$", pathNot: "^app/features/($1/|[^/]+/parts/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.tsx?$|/testing/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: false,
  },
};

/** @param {string} name */
function inFeatures(name) {
  return `app/features/${name}`;
}
