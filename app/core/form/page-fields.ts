/** Fields that pages fill in themselves, as hidden inputs or button names, rather than the user. */

/** Names of such fields. A test checks that every hidden field and button of the pages is listed here. */
const pageFields = new Set([
  ...["formOwner", "key", "revision", "back", "next", "list", "id", "ids", "all", "last", "amounts", "search", "rows"],
  ...["keep", "remove", "restore", "undo", "again", "confirmed", "sure", "act", "set", "preview", "reopen", "required"],
  ...["batch", "changes", "matched", "entry", "others", "session", "mark", "at", "read", "direction"],
  ...[
    "drawn",
    "offered",
    "from",
    "refused",
    "vote",
    "helpful",
    "draftsOf",
    "filledFor",
    "customerTax",
    "image",
    "logo",
    "shortcuts",
  ],
]);

const pageFieldPatterns = [/^seen/, /^pick:/, /^theirs:/, /^crop\./, /^answers\.\d+\.line$/];

/** Whether pages fill in this field themselves. */
export const isFilledByPage = (name: string): boolean =>
  pageFields.has(name) || pageFieldPatterns.some((pattern) => pattern.test(name));
