// The rules of our own for oxlint.
import { commentLength } from "./comment-length.mjs";
import { plainComments } from "./plain-comments.mjs";
import { plainNames } from "./plain-names.mjs";
import { testTitles } from "./test-titles.mjs";

export default {
  meta: { name: "portico" },
  rules: {
    "comment-length": commentLength,
    "plain-comments": plainComments,
    "plain-names": plainNames,
    "test-titles": testTitles,
  },
};
