/**
 * Which way imports run: a file imports what stands in its own layer and in those above it in this list. Only values
 * count, not types; and tests may import whatever they test. See docs/decisions/0039-imports-run-one-way.md.
 */
const layers = [
  "config",
  "db",
  "app/core",
  "app/ui",
  "app/auth",
  "app/features/notifications",
  "app/features/taxes",
  "app/features/company",
  "app/features/document-lines",
  "app/features/customers",
  "app/features/inbox",
  "app/features/emoji",
  "app/features/views",
  "app/shell",
  "app/features/*", // every other feature
  "app/features/products",
  "app/features/orders",
  "app/features/invoices",
  "app/features/calendar",
  "app/features/career",
  "app/features/course",
  "app/features/analytics",
  "app/features/dashboards",
  "app/features/support",
  "app/features/users",
  "app/features/team",
  "app/features/billing",
  "app/features/sign-in",
  "app/features/deactivation",
  "app/features/settings",
  "app/features/home",
  "app/features/search",
  "app/features/live",
  "app/features/files",
  "app/features/digest",
  "app/features/records",
  "app/features/import",
  "app/features/api",
  "app/features/errors",
  "app/features/design",
  "app/maintenance",
  "server",
];

/** The composition root, the routes, entries, scripts and tools: they import from anywhere, and no layer imports them. */
const roots = "app/[^/]+\\.tsx?$|[^/]+\\.(ts|mjs|cjs)$|(scripts|tools|e2e)/";

const named = layers.filter((layer) => layer.startsWith("app/features/") && !layer.endsWith("*"));
const other = `app/features/(?!(${named.map((layer) => layer.slice("app/features/".length)).join("|")})/)[^/]+`;

/** Returns the pattern of the files in a layer. */
const filesIn = (layer) => `${layer === "app/features/*" ? other : layer}/`;

const oneWay = layers.map((layer, place) => ({
  name: `${layer}-imports-nothing-below`,
  severity: "error",
  from: { path: `^${filesIn(layer)}` },
  to: { path: `^(${[...layers.slice(place + 1).map(filesIn), roots].join("|")})` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    { name: "no-folder-cycle", severity: "error", scope: "folder", from: {}, to: { circular: true } },
    ...oneWay,
    {
      name: "each-import-is-found",
      comment: "What is not found is held to no layer.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, path: "^(\\.|~/|db$|db/|config$)" },
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
    exclude: { path: "\\.test\\.tsx?$|^(app|server)/testing/" }, // `app/imports.test.ts` sees to it that only tests import these
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: false,
  },
};
