// A rule for oxlint: a doc comment begins with a noun or a verb, and has at most two sentences. Those that only say which
// errors are thrown, or that browsers may import the module, do not count.

const maxSentences = 2;
const clauseOpening =
  /^(What|Who|Whom|Whoever|Whose|Whatever|That|Where|Which|Of|From|By|As|In|To|With|For|On|The same|Likewise|Those|And) /;

/** Returns the text of a doc comment without stars, tags and quoted code. */
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

export const plainComments = {
  create(context) {
    return {
      Program() {
        for (const { type, value, loc } of context.sourceCode.getAllComments()) {
          if (type !== "Block" || !value.startsWith("*")) continue;
          const text = textOf(value.slice(1));
          if (clauseOpening.test(text))
            context.report({
              loc,
              message: `Begin with what it does or returns, not with a clause: “${text.slice(0, 40)}…”`,
            });
          if (sentencesIn(text) > maxSentences)
            context.report({
              loc,
              message: `A doc comment has at most ${maxSentences} sentences; this one has ${sentencesIn(text)}.`,
            });
        }
      },
    };
  },
};
