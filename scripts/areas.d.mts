export const areas: { name: string; pages: string[] }[];
export const pagesInside: string[];
