/**
 * The `workerData` of the worker thread for long runs. This file imports nothing, because the program checks it before
 * loading anything else.
 */
export const role = "portico: long runs";
