/**
 * What the program is told when it is started as the thread of long runs. It imports nothing: it is read before
 * anything else is loaded.
 */
export const role = "portico: long runs";
