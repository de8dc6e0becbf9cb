/** Folders of core, the kit and the database import one way too. What core's routes begin with, the guards of auth, is left out. */
const { options } = require("./.dependency-cruiser.cjs");

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [{ name: "no-folder-cycle", severity: "error", scope: "folder", from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: "^app/auth/|\\.test\\.tsx?$|/testing/" } },
};
