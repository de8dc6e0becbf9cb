/** Connections that never say enough. The app has to end them by itself. */
import { connect } from "node:net";

const beginnings = {
  "says nothing": "",
  "sends half a head": "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
  "stays on the line after an answer": "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
};

/** Node waits 15 s for a head and 65 s for the next request, and looks every 30 s. In milliseconds. */
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
    /** Those that should be closed by now and are not; nothing when it is too early to say. */
    stillOpen: () => (Date.now() - begun < maxIdle ? undefined : [...open]),
    end: () => sockets.forEach((socket) => socket.destroy()),
  };
}
