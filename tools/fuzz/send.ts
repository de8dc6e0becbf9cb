/** The outcome of sending one attack. */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, AnswerReader } from "./answers";
import { type Attack, type Bytes, type Fill, type RequestAttack, type WireAttack, written } from "./attack";

export interface Outcome {
  way: "fetch" | "socket" | "wire";
  /** Number of complete responses required. */
  expects: number;
  answers: Answer[];
  /** Why the received bytes are not valid HTTP, or incomplete. */
  damage?: string;
  /**
   * `done`: every response has arrived, or the server closed the connection; `late`: neither within the limit;
   * `refused`: the app does not listen.
   */
  end: "done" | "late" | "refused";
}

interface To {
  port: number;
  fill: Fill;
  /** Time limit for a response, in milliseconds. */
  limit: number;
}

export async function send(attack: Attack, to: To): Promise<Outcome> {
  if (attack.kind === "wire") return { way: "wire", ...(await overSocket(attack, to)) };
  const answered = attack.raw || !fetchTakes(attack) ? undefined : await byFetch(attack, to);
  return answered ?? { way: "socket", ...(await overSocket(wholeOf(attack), to)) };
}

const fetched = { way: "fetch" as const, expects: 1 };

/**
 * Sends a request with `fetch`. Returns undefined if the server closed a kept-alive connection, which is no fault:
 * the request is then sent on a new one.
 */
async function byFetch(
  { method, path, headers, body }: RequestAttack,
  { port, fill, limit }: To,
): Promise<Outcome | undefined> {
  const signal = AbortSignal.timeout(limit);
  const sent = new Headers({ "Accept-Encoding": "identity" }); // packing for nobody takes a tenth of the time
  if (headers.some(([name]) => /^accept-encoding$/i.test(name))) sent.delete("Accept-Encoding");
  for (const [name, value] of headers) sent.append(name, fill(value));
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${fill(path)}`, {
      method,
      headers: sent,
      redirect: "manual",
      signal,
      ...(body !== "" && { body: Buffer.from(fill(body), "latin1") }),
    });
    return {
      ...fetched,
      end: "done",
      answers: [{ status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }],
    };
  } catch {
    return signal.aborted ? { ...fetched, end: "late", answers: [] } : undefined;
  }
}

/** Headers that `fetch` sets itself. */
const ofFetch = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
  "keep-alive",
  "te",
  "trailer",
]);

/** Whether `fetch` would send exactly this request. */
function fetchTakes({ method, path, headers, body }: RequestAttack): boolean {
  const base = "http://127.0.0.1";
  if (!/^\/(?!\/)[!-~]*$/.test(path) || !URL.canParse(base + path)) return false;
  const { pathname, search } = new URL(base + path);
  if (pathname + search !== path) return false;
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) || (body !== "" && /^(GET|HEAD)$/.test(method)))
    return false;
  return headers.every(
    ([name, value]) =>
      /^[\w-]+$/.test(name) && !ofFetch.has(name.toLowerCase()) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );
}

/**
 * Maximum size of a request's headers in Node, in bytes. It responds to longer ones while the client is still
 * sending, so the response may be lost.
 */
const maxHeadLength = 16 * 1024;

/**
 * Turns a request into raw bytes. One with a space or line break in its URL becomes a different request, and CONNECT
 * requests a tunnel: neither needs a response.
 */
function wholeOf(attack: RequestAttack): WireAttack {
  const bytes = written(attack);
  const answered =
    bytes.length - attack.body.length < maxHeadLength - 1024 &&
    attack.method !== "CONNECT" &&
    /^[^\0-\x20]+$/.test(attack.path);
  return {
    kind: "wire",
    name: "request",
    person: attack.person,
    pieces: [bytes],
    expects: answered ? 1 : 0,
    then: answered ? "waits" : "ends",
  };
}

/** Pause between two pieces, and time before an incomplete request is abandoned, in milliseconds. */
const moment = 2;
const silence = 60;

async function overSocket(
  { pieces, expects, then }: WireAttack,
  { port, fill, limit }: To,
): Promise<Omit<Outcome, "way">> {
  const filled = pieces.map(fill);
  const reader = new AnswerReader(methodsIn(filled));
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  let refused = false;
  socket.on("error", (error: NodeJS.ErrnoException) => (refused ||= error.code === "ECONNREFUSED"));
  const closed = new Promise<"done">((resolve) => {
    socket.once("end", () => resolve("done"));
    socket.once("close", () => resolve("done"));
  });
  const answered = new Promise<"done">((resolve) => {
    socket.on("data", (bytes) => {
      reader.take(bytes);
      if (reader.damage || (expects > 0 && reader.answers.length >= expects)) resolve("done");
    });
  });

  await writeAll(pieces.length, (index) => socket.write(Buffer.from(filled[index] ?? "", "latin1")));
  if (then === "leaves") await pause(moment);
  else if (then === "ends") await Promise.race([closed, pause(silence)]);
  if (then === "leaves") socket.resetAndDestroy();
  if (then === "ends") socket.end();
  const late = new AbortController();
  const end = await Promise.race([
    closed,
    answered,
    pause(limit, "late" as const, { signal: late.signal }).catch(() => "late" as const),
  ]);
  late.abort();
  if (end === "done" && expects > reader.answers.length) reader.end();
  socket.destroy();
  return { expects, answers: reader.answers, damage: reader.damage, end: refused ? "refused" : end };
}

async function writeAll(count: number, write: (index: number) => void) {
  for (let index = 0; index < count; index++) {
    if (index > 0) await pause(moment);
    write(index);
  }
}

/** Returns the methods of all requests in the bytes, to recognize responses to `HEAD`. */
const methodsIn = (pieces: Bytes[]) =>
  [...pieces.join("").matchAll(/(?:^|\r\n\r\n)([A-Z]+) [^]*? HTTP\//g)].map(([, method = ""]) => method);
