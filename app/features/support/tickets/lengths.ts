/** How long a message and a subject may be, in characters. Browser-safe, and apart from the rules. */
export const longestMessage = 20_000;
export const longestSubject = 150;
