/**
 * How many rows an act on many may be about. What is beyond `rehearsed` is rehearsed, and taken back, as a run, since each row costs more
 * than half a millisecond. What is beyond `atOnce` is also done as one, so many rows `together`; other changes take their turn between. Tests lower them.
 */
export const bulkLimits = { rehearsed: 1_000, atOnce: 10_000, together: 100 };
