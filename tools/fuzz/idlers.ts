/** Connections that never complete a request, which the app has to end by itself. */
import { connect } from "node:net";

const beginnings = {
  "says nothing": "",
  "sends half a head": "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
  "stays on the line after an answer": "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
};

/**
 * Time after which the app must have closed them, in milliseconds: Node allows 15 s for headers and 65 s until the
 * next request, and checks every 30 s.
 */
const maxIdle = 110_000;

export function startIdlers(port: number) {
  const open = new Set<string>();
  const begun = Date.now();
  const sockets = Object.entries(beginnings).map(([what, bytes]) => {
    open.add(what);
    const socket = connect(port, "127.0.0.1", () => bytes && socket.write(bytes));
    return socket
      .resume()
      .on("error", () => open.delete(what))
      .on("close", () => open.delete(what));
  });
  return {
    /** Lists the connections that should be closed by now but are not; undefined if it is too early to tell. */
    stillOpen: () => (Date.now() - begun < maxIdle ? undefined : [...open]),
    end: () => sockets.forEach((socket) => socket.destroy()),
  };
}
