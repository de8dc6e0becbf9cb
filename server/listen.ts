import { createServer, type RequestListener } from "node:http";

export async function listen(app: RequestListener, { port, host }: { port: number; host: string }) {
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  console.log(`http://${host}:${port}`);
  return server;
}
