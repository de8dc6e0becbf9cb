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

/** @typedef {{ file: string, suites?: Suite[], specs?: { tests: { results: { duration: number }[] }[] }[] }} Suite */

/**
 * Returns the spec files without a result in the report of a full run.
 * @param {string[]} files @param {{ suites?: Suite[] } | undefined} report
 */
export function unreportedFiles(files, report) {
  const reported = new Set((report?.suites ?? []).map(({ file }) => file));
  return files.filter((file) => !reported.has(file));
}

/**
 * Returns the spec files of a report that took longest, as `features/users.spec.ts 12 s`. Seconds of several workers
 * add up.
 * @param {{ suites?: Suite[] } | undefined} report
 */
export function slowestFiles(report, count = 5) {
  const files = (report?.suites ?? []).map((suite) => ({ file: suite.file, seconds: durationMs(suite) / 1_000 }));
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
  return slowest.map(({ file, seconds }) => `${file} ${Math.round(seconds)} s`);
}

/** @param {Suite} suite @returns {number} */
function durationMs({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const durations = [...results.map(({ duration }) => duration), ...suites.map(durationMs)];
  return durations.reduce((sum, duration) => sum + duration, 0);
}
