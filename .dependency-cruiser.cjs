/** Which way imports run: `routes → features → core, auth, ui → db`. See docs/architecture.md. Types are left out: only values count. */
const tests = "\\.test\\.tsx?$|/testing/";
const above = "^app/(features|shell|maintenance|resources)";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "core-knows-no-feature",
      severity: "error",
      from: { path: "^app/core/", pathNot: tests },
      to: { path: above },
    },
    {
      name: "core-asks-no-guard",
      comment: "Only the routes of core, which have no such ending, begin with a guard of auth.",
      severity: "error",
      from: { path: "^app/core/.*\\.server\\.", pathNot: tests },
      to: { path: "^app/auth/" },
    },
    {
      name: "auth-knows-no-feature",
      severity: "error",
      from: { path: "^app/auth/", pathNot: tests },
      to: { path: above },
    },
    {
      name: "ui-knows-nobody",
      severity: "error",
      from: { path: "^app/ui/", pathNot: tests },
      to: { path: `^app/auth/|${above}` },
    },
    {
      name: "db-knows-no-app",
      severity: "error",
      from: { path: "^db/", pathNot: tests },
      to: { path: "^(app|server)/" },
    },
    {
      name: "features-keep-their-screens",
      comment: "What a feature lets others show is in its folder `parts`.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/", pathNot: tests },
      to: { path: "^app/features/[^/]+/.*\\.tsx$", pathNot: "^app/features/($1/|[^/]+/parts/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: false,
  },
};
