export const paths: { root: string; client: string; server: string; stamp: string };
export function say(line: string): void;
export function fail(sentence: string): never;
