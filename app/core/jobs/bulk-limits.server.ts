/**
 * Limits of bulk actions, which tests lower. Above `atOnce` rows they are previewed, executed and undone by a job, with
 * `together` rows per transaction, so that no other write waits longer than a second (a row takes one to three
 * milliseconds).
 */
export const bulkLimits = { atOnce: 200, together: 20 };
