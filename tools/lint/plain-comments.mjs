// A rule for oxlint: comments are plain. They begin with a noun or a verb, a doc comment has at most two sentences, and
// a comment behind code is short. Sentences that only say which errors are thrown, or that browsers may import the
// module, do not count.

const maxSentences = 2;
const maxTrailingLength = 80;
const docOpening =
  /^(What|Who|Whom|Whoever|Whose|Whatever|That|Where|Which|Of|From|By|As|In|To|With|For|On|The same|Likewise|Those|And) /;
const lineOpening = /^(what|who|whom|whoever|whose|whatever|that|which|of|the same|likewise|those|and) /i;

/** Returns the text of a comment without stars, tags and quoted code. */
const textOf = (value) =>
  value
    .replace(/^\s*\*? ?/gm, "")
    .replace(/^@\w[^]*/m, "")
    .replace(/`[^`]*`|“[^”]*”|\b(e\.g|i\.e|etc)\./g, "x")
    .replace(/\s+/g, " ")
    .trim();

const sentencesIn = (text) =>
  text.split(/[.!?](?: |$)/).filter((sentence) => sentence && !/^(Throws|Never throws|Browser-safe)\b/.test(sentence))
    .length;

/** Returns what is wrong with a doc comment, as sentences. */
function docFaults(text) {
  const sentences = sentencesIn(text);
  return [
    docOpening.test(text) && `Begin with what it does or returns, not with a clause: “${text.slice(0, 40)}…”`,
    sentences > maxSentences && `A doc comment has at most ${maxSentences} sentences; this one has ${sentences}.`,
  ];
}

/** Returns what is wrong with a `//` comment, as sentences. */
const lineFaults = (text, isTrailing) => [
  lineOpening.test(text) && `Say of what: a clause without its noun is read twice: “${text.slice(0, 40)}…”`,
  isTrailing &&
    text.length > maxTrailingLength &&
    `A comment behind code has at most ${maxTrailingLength} characters; this one has ${text.length}.`,
];

export const plainComments = {
  create(context) {
    return {
      Program() {
        const { lines } = context.sourceCode;
        let previous = -1; // the line of the last `//` comment: the next line continues its sentence
        for (const { type, value, loc } of context.sourceCode.getAllComments()) {
          const { line, column } = loc.start;
          const isTrailing = lines[line - 1].slice(0, column).trim() !== "";
          const continues = type === "Line" && !isTrailing && previous === line - 1;
          if (type === "Line" && !isTrailing) previous = line;
          const isDoc = type === "Block" && value.startsWith("*");
          if (continues || (type === "Block" && !isDoc)) continue;
          const faults = isDoc ? docFaults(textOf(value.slice(1))) : lineFaults(textOf(value), isTrailing);
          for (const message of faults) if (message) context.report({ loc, message });
        }
      },
    };
  },
};
