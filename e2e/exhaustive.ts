/**
 * Marks the title of a test in a loop as exhaustive if the condition is true. `npm test` leaves tests whose title, or
 * whose group's title, contains `@exhaustive` to `npm run test:full`.
 */
export const exhaustiveIf = (isExhaustive: boolean) => (isExhaustive ? " @exhaustive" : "");
