// `npm start`: from a fresh clone to a site that answers. What is done already is not done again. `-- --demo` shows a
// company of two years instead, which has a database of its own.
import "./check-node.mjs";

const isDemo = process.argv.includes("--demo");

import("./serve.mjs").then(async ({ prepare, serve }) => {
  await prepare();
  if (isDemo) {
    const { useDemo, fillDemo } = await import("./demo.mjs");
    useDemo();
    fillDemo();
  }
  await serve();
});
