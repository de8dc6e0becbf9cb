// `npm run dev`: runs the server with Vite, which serves the source files and reloads changes.
import { createServer as createHttpServer } from "node:http";
import { createServer as createViteServer } from "vite";
import { explain, fail, paths, printLine } from "./messages.mjs";

process.env.NODE_ENV ??= "development";
process.env.LOG_LEVEL ??= "warn"; // Vite serves hundreds of files

const http = createHttpServer();
const vite = await createViteServer({
  root: paths.root,
  appType: "custom",
  server: { middlewareMode: true, hmr: { server: http } },
});
try {
  // Loaded through Vite, so that the server and the routes share one module graph, as in the bundle.
  const { developmentApp } = await vite.ssrLoadModule("./server/development.ts");
  const { app, config } = await developmentApp({
    files: vite.middlewares,
    build: () => vite.ssrLoadModule("virtual:remix/server-build"),
  });
  http.on("request", app);
  http.once("error", (error) =>
    fail(
      /** @type {NodeJS.ErrnoException} */ (error).code === "EADDRINUSE"
        ? `Port ${config.port} is taken. Stop the program that uses it, or set PORT to another one.`
        : explain(error),
    ),
  );
  http.listen(config.port, config.host, () =>
    printLine(`Portico is ready at ${config.appUrl} and reloads what you change.`),
  );
} catch (error) {
  vite.ssrFixStacktrace(/** @type {Error} */ (error));
  fail(explain(error));
}
