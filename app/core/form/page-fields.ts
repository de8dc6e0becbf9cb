/** Fields that pages fill in themselves, hidden or as the name of a button: nobody typed what is in them. */

/** The names of such fields. A test reads the pages for hidden fields and buttons that are named nowhere here. */
export const pageFields = new Set([
  ...["formOwner", "key", "revision", "back", "next", "list", "id", "ids", "all", "last", "search", "rows"],
  ...["keep", "remove", "restore", "undo", "again", "confirmed", "sure", "act", "set", "preview", "reopen", "demand"],
  ...["change", "changes", "matched", "entry", "others", "session", "mark", "at", "read", "direction"],
  ...[
    "drawn",
    "website",
    "offered",
    "from",
    "refused",
    "vote",
    "helpful",
    "draftsOf",
    "filledFor",
    "image",
    "shortcuts",
  ],
]);

const pageFieldPatterns = [/^seen/, /^pick:/, /^theirs:/, /^crop\./, /^answers\.\d+\.line$/];

/** Whether a page fills a field in itself. */
export const isFilledByPage = (name: string): boolean =>
  pageFields.has(name) || pageFieldPatterns.some((pattern) => pattern.test(name));
