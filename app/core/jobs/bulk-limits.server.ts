/**
 * How many rows an act on many may be about. What is beyond `atOnce` is previewed, done and undone by a job, so many
 * rows `together` in one change: others take their turn between, and nobody waits longer than a second. A row takes one
 * to three milliseconds. Tests lower them.
 */
export const bulkLimits = { atOnce: 200, together: 20 };
