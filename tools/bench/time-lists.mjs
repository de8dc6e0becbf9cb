// Runs `time-lists.ts` through Vite, which resolves the app's imports.
import { createServer } from "vite";

const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  appType: "custom",
  logLevel: "error",
});
try {
  const { timeAll } = await vite.ssrLoadModule("/tools/bench/time-lists.ts");
  process.stdout.write(`${JSON.stringify(await timeAll(process.argv[2]))}\n`);
} finally {
  await vite.close();
}
