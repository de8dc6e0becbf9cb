/** Real HTTP requests to an Express app, including ones that `fetch` does not allow. */
import { createServer, type IncomingHttpHeaders, request, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { ServerBuild } from "@remix-run/node";

/** A production build of these routes alone. */
export const buildOf = (routes: object) =>
  ({
    routes,
    entry: { module: {} },
    assets: { routes: {}, entry: {} },
    future: { v3_singleFetch: true },
    mode: "production",
    isSpaMode: false,
  }) as unknown as ServerBuild;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

interface TestRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Serves the app until the test file ends. `ask` sends the Host header of the tests' APP_URL. */
export async function serving(app: RequestListener) {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  server.unref(); // ends with the test file

  const ask = (path: string, { method = "GET", headers = {}, body }: TestRequest = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const length =
        body === undefined || "transfer-encoding" in headers
          ? {}
          : { "content-length": String(Buffer.byteLength(body)) };
      const asked = request(
        { port, host: "127.0.0.1", path, method, headers: { host: "portico.test", ...length, ...headers } },
        (res) => {
          const pieces: Buffer[] = [];
          res.on("data", (piece: Buffer) => pieces.push(piece));
          res.on("error", reject);
          res.on("end", () => {
            const all = Buffer.concat(pieces);
            resolve({ status: res.statusCode ?? 0, headers: res.headers, body: all, text: all.toString() });
          });
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });

  /** Sends raw bytes completely before reading, like browsers do; returns the first chunk of the response. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.pause().write(bytes, () => socket.resume()));
      socket.on("data", (piece) => {
        resolve(piece.toString());
        socket.destroy();
      });
      socket.on("error", reject);
    });

  return { server, port, ask, raw };
}
