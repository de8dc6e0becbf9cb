/** Maximum length of a commit's subject, in characters. */
const maxLength = 72;

/**
 * Returns what is wrong with the subject of a commit, as sentences.
 * @param {string} subject
 * @returns {string[]}
 */
export const subjectFaults = (subject) =>
  [
    subject.length > maxLength && `The subject has ${subject.length} characters: use at most ${maxLength}.`,
    !/^\p{Lu}/u.test(subject) && "Begin the subject with a capital letter.",
    /[.]$/.test(subject) && "The subject ends without a full stop.",
    /^\S+ing\b/.test(subject) &&
      !/^(Bring|Ring|Ping|String|Swing)\b/.test(subject) &&
      "Write the subject in the imperative: “Add a lint rule”, not “Adding a lint rule”.",
    /^(Added|Changed|Fixed|Removed|Updated|Renamed|Made|Moved|Adds|Changes|Fixes|Removes|Updates|Renames|Makes|Moves)\b/.test(
      subject,
    ) && "Write the subject in the imperative: “Fix the login”, not “Fixed the login”.",
  ].filter((fault) => typeof fault === "string");
