/**
 * The `workerData` of the worker thread for long runs. Imports nothing, as it is read before anything else is loaded.
 */
export const role = "portico: long runs";
