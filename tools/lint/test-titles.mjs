// A rule for oxlint: the title of a test says on its own what broke, which takes four words or more.

const minWords = 4;
const titled = new Set(["it", "test"]);

/** Returns the title that a call gives to a test, if it is written as a plain text. */
function titleOf({ callee, arguments: [title] }) {
  const name = callee.type === "MemberExpression" ? callee.object.name : callee.name;
  if (!titled.has(name) || (callee.type === "MemberExpression" && !["only", "each"].includes(callee.property.name)))
    return;
  return title?.type === "Literal" && typeof title.value === "string" ? title.value : undefined;
}

export const testTitles = {
  create(context) {
    return {
      CallExpression(node) {
        const title = titleOf(node);
        if (title !== undefined && title.trim().split(/\s+/).length < minWords)
          context.report({
            node,
            message: `“${title}” does not say on its own what broke: use ${minWords} words or more.`,
          });
      },
    };
  },
};
