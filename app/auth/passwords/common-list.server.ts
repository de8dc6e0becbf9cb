/**
 * The most common passwords of eight characters or more, all in lower case, the most common first. They are those of
 * the list that zxcvbn ranks by leaked accounts, out of `@zxcvbn-ts/language-common` 4.1.3 (MIT, (c) Dan Wheeler,
 * Dropbox and zxcvbn-ts), of which the first 10,000 hold some 3,500 so long.
 */
import list from "./common-passwords.json";

export const mostCommon: ReadonlySet<string> = new Set(list);
