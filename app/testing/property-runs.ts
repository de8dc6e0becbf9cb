/**
 * Returns options of fast-check for a slow property: a fixed seed, so that a failure is caused by a change, or with
 * `RUNS=200` so many new sequences.
 */
export const propertyRuns = (numRuns: number) =>
  process.env.RUNS ? { numRuns: Number(process.env.RUNS) } : { numRuns, seed: 1 };
