// `npm start`: installs, builds and starts the app, skipping steps that are up to date. `-- --demo` starts the demo
// company with two years of data instead, which has a database of its own.

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
