/** A proxy to the emulator that simulates network and server failures. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

interface Answer {
  status: number;
  body: string;
}

/**
 * `down` resets connections, `stalled` accepts them and never responds; an `Answer` is the response to every request.
 */
export type Fault = "down" | "stalled" | Answer;

/** Response of a captive portal, such as a hotel's network. */
export const garbage: Answer = { status: 200, body: "<!doctype html><title>Welcome to our hotel</title>" };

/** JSON in which every value has another type than Firebase documents. */
export const misshapen: Answer = {
  status: 200,
  body: '{"idToken":7,"localId":{},"email":[],"users":"none","error":true}',
};

export interface Line {
  /** Host and port to use instead of the target's, such as `127.0.0.1:41234`. */
  host: string;
  /** Sets a fault, or removes it. Pending requests fail; other open connections go on under the new rule. */
  set(fault?: Fault): void;
  close(): void;
}

/** Opens a proxy to an address such as `127.0.0.1:9099`. */
export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(`http://${target}`);
  const callers = new Set<Socket>();
  const unanswered = new Set<Socket>();
  let current: Fault | undefined;

  const server = createServer((caller) => {
    if (current === "down") return void caller.resetAndDestroy();
    callers.add(caller);
    const target = connect(Number(port), hostname);
    target.on("data", (bytes) => (current === "stalled" ? unanswered.add(caller) : caller.write(bytes)));
    caller.on("data", (bytes) => {
      if (!current) return void target.write(bytes);
      unanswered.add(caller);
      if (typeof current === "object") caller.end(httpAnswer(current));
    });
    // On a silent line nobody hears that the other end hung up, either.
    target
      .on("error", () => undefined)
      .on("close", () => (current === "stalled" ? unanswered.add(caller) : caller.end()));
    caller
      .on("error", () => undefined)
      .on("close", () => {
        callers.delete(caller);
        unanswered.delete(caller);
        target.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(fault) {
      current = fault;
      for (const caller of fault === "down" ? callers : unanswered) caller.resetAndDestroy();
    },
    close() {
      server.close();
      for (const caller of callers) caller.destroy();
    },
  };
}

const httpAnswer = ({ status, body }: Answer) =>
  `HTTP/1.1 ${status} Said\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
