export function findBrowser(): string | undefined;
export function ensureBrowser(): string | undefined;
