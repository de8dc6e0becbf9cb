// A rule for oxlint: a line that is a comment is no longer than Prettier lets code be, unless by an address.

const maxLength = 120;

export const commentLength = {
  create(context) {
    return {
      Program() {
        const { lines } = context.sourceCode;
        for (const { loc } of context.sourceCode.getAllComments()) {
          const isWholeLine = /^\s*\{?$/.test(lines[loc.start.line - 1].slice(0, loc.start.column));
          for (let line = loc.start.line + (isWholeLine ? 0 : 1); line <= loc.end.line; line++) {
            const { length } = lines[line - 1];
            if (length > maxLength && !/https?:\/\//.test(lines[line - 1]))
              context.report({
                loc: { start: { line, column: 0 }, end: { line, column: length } },
                message: `A comment of ${length} letters in a line: more than ${maxLength} are hard to read.`,
              });
          }
        }
      },
    };
  },
};
