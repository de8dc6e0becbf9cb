// `npm start`: from a fresh clone to a site that answers. What is done already is not done again.
import "./check-node.mjs";

import("./serve.mjs").then(async ({ prepare, serve }) => {
  await prepare();
  await serve();
});
