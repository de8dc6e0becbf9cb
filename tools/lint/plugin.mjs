// The rules of our own for oxlint.
import { commentLength } from "./comment-length.mjs";
import { plainNames } from "./plain-names.mjs";

export default {
  meta: { name: "portico" },
  rules: { "comment-length": commentLength, "plain-names": plainNames },
};
