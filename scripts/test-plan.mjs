// Which tests `npm test` and `npm run test:full` run.

/**
 * @typedef {object} TestPlan
 * @property {string[]} playwright Options that select browser tests; none select all.
 * @property {number} hostileRequests
 * @property {boolean} engines Whether the engines of Safari and Firefox are tested.
 */

/** Title tag of browser tests that only `npm run test:full` runs. */
export const exhaustiveTag = "@exhaustive";

/** The tests of `npm test`. @type {TestPlan} */
export const testPlan = { playwright: ["--grep-invert", exhaustiveTag], hostileRequests: 500, engines: false };

/** The tests of `npm run test:full`, which are all there are. @type {TestPlan} */
export const fullTestPlan = { playwright: [], hostileRequests: 5000, engines: true };

/**
 * Returns the spec files without a result in the report of a full run.
 * @param {string[]} files @param {{ suites?: { file: string }[] } | undefined} report
 */
export function unreportedFiles(files, report) {
  const reported = new Set((report?.suites ?? []).map(({ file }) => file));
  return files.filter((file) => !reported.has(file));
}
