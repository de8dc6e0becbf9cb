/**
 * The most common passwords of eight or more characters, in lower case, the most common first. They are the 3,500 or
 * so of that length in zxcvbn's first 10,000, out of `@zxcvbn-ts/language-common` 4.1.3 (MIT, (c) Dan Wheeler, Dropbox
 * and zxcvbn-ts).
 */
import list from "./common-passwords.json";

export const mostCommon: ReadonlySet<string> = new Set(list);
