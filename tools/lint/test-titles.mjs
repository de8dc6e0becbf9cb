// A rule for oxlint: the title of a test says on its own what broke, which takes four words or more. A test outside of a
// `describe`, which may name the subject, needs one of its own, and no title goes on with the words of its `describe`.

const minWords = 4;
const verbFirst =
  /^(is|are|has|have|was|were|may|can|cannot|does|do|will|stays?|gives?|finds?|says?|keeps?|takes?|tells?|returns?|refuses?|deletes?|removes?|allows?|uses|leaves?|creates?|shows?|sends?)\b/;
const fragment =
  /^(and|but|of|that|with|without|in|on|by|from|for|to|also|which|whose|who|where|even|except|than|through|into|stalls)\b/;
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
        if (title !== undefined && node.loc.start.column === 0 && verbFirst.test(title))
          context.report({ node, message: `“${title}” has no subject: say of what.` });
        if (title !== undefined && node.loc.start.column > 0 && fragment.test(title))
          context.report({ node, message: `“${title}” goes on with another title: repeat of what.` });
        if (title !== undefined && title.trim().split(/\s+/).length < minWords)
          context.report({
            node,
            message: `“${title}” does not say on its own what broke: use ${minWords} words or more.`,
          });
      },
    };
  },
};
