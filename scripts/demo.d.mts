type Environment = Record<string, string | undefined>;

export function useDemo(env?: Environment): void;
export function fillDemo(env?: Environment): void;
