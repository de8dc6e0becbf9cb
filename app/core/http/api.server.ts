/**
 * The manners of `/api`: JSON in, JSON out, errors as `{ message }`. What throws an answer here is
 * async, since answers may be delayed: `return` or `await` it, or the code after it runs on.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { config } from "config";
import { errorMessages } from "~/core/values/error-messages.server";
import { requestContext } from "./request-context.server";
import { currentRequester, exportQueue } from "./work-queues.server";

type Body = Record<string, unknown>;

/** A JSON answer after the configured delay. */
export async function answer(value: unknown, init?: ResponseInit): Promise<Response> {
  if (config.apiDelayMs) await pause(config.apiDelayMs);
  const json = wholeText(JSON.stringify(value), init);
  json.headers.set("Content-Type", "application/json");
  return json;
}

/** An answer that says how long it is: a short one then is sent without a stream. */
function wholeText(text: string, init?: ResponseInit) {
  const whole = new Response(text, init);
  whole.headers.set("Content-Length", String(Buffer.byteLength(text)));
  return whole;
}

/**
 * Throws a 400, with a message for each field where they are known. What is wrong with all of them
 * together stands under `body`.
 */
export async function invalidRequest({ "": whole, ...errors }: Record<string, string> = {}): Promise<never> {
  const named = { ...(whole !== undefined && { body: whole }), ...errors };
  throw await answer(
    { message: "Invalid request", ...(Object.keys(named).length > 0 && { errors: named }) },
    { status: 400 },
  );
}

/** Returns the messages by field that `invalidRequest` threw; nothing for whatever else was thrown. */
export async function invalidFields(thrown: unknown): Promise<Record<string, string> | undefined> {
  if (!(thrown instanceof Response) || thrown.status !== 400) return undefined;
  const { message, errors } = (await thrown.json()) as { message: string; errors?: Record<string, string> };
  const { body, ...fields } = errors ?? { body: message };
  return { ...(body !== undefined && { "": body }), ...fields };
}

/** Throws a 404 such as "User not found". */
export async function absent(message: string): Promise<never> {
  throw await answer({ message }, { status: 404 });
}

/** Throws the 405 of a method that an address does not know. */
export async function methodNotAllowed(allowed: string): Promise<never> {
  throw await answer({ message: `Use one of ${allowed} here` }, { status: 405, headers: { Allow: allowed } });
}

/** Deeper than any body that the API takes. */
const deepest = 10;

/** The body as text. It may have taken minutes to arrive, so whoever sent it is asked once more whether they may. */
export async function textBody(request: Request): Promise<string> {
  const text = await request.text();
  await requestContext()?.assertStillAdmitted?.();
  return text;
}

/** The body as a JSON object, or a 400. */
export async function jsonBody(request: Request): Promise<Body> {
  return parseBody(await textBody(request));
}

/** The same, where the body may be missing. */
export async function optionalJsonBody(request: Request): Promise<Body> {
  const text = await textBody(request);
  return text ? parseBody(text) : {};
}

/** The same of a body that was read already. */
export async function parseBody(text: string): Promise<Body> {
  if (nesting(text) > deepest) return invalidRequest({ "": `Nest lists and objects at most ${deepest} deep` });
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // said below: what is not JSON is as wrong as JSON that is no object
  }
  return invalidRequest();
}

/** How deep brackets nest outside of texts, counted before parsing. */
function nesting(json: string): number {
  let depth = 0;
  let deepestSoFar = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') inText = !inText;
    else if (inText)
      at += character === "\\" ? 1 : 0; // what a backslash escapes may be a quote
    else if (character === "{" || character === "[") deepestSoFar = Math.max(deepestSoFar, ++depth);
    else if (character === "}" || character === "]") depth--;
  }
  return deepestSoFar;
}

/** A body's values by the schema, or a 400 with a message for each field. */
export async function valuesOf<Schema extends z.ZodType>(schema: Schema, body: Body): Promise<z.output<Schema>> {
  const result = await schema.safeParseAsync(body);
  return result.success ? result.data : invalidRequest(errorMessages(result.error));
}

/** A JSON array of any length, sent as its rows are read. A short one is sent in one piece. */
export async function streamArray<Row>(
  batches: AsyncIterable<Row[]>,
  shape: (row: Row) => unknown,
  headers?: Record<string, string>,
): Promise<Response> {
  if (config.apiDelayMs) await pause(config.apiDelayMs);
  return streamText(jsonPieces(batches, shape), { ...headers, "Content-Type": "application/json; charset=utf-8" });
}

async function* jsonPieces<Row>(batches: AsyncIterable<Row[]>, shape: (row: Row) => unknown) {
  let before = "[";
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(shape(row))).join(",");
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** What is shorter than this is sent in one piece, in characters. */
const short = 100_000;

/**
 * An answer made of pieces of text. Reads on only as fast as they are taken, and ends in the middle where what let its
 * request in ends meanwhile.
 */
export async function streamText(pieces: AsyncGenerator<string>, headers: HeadersInit): Promise<Response> {
  const place = exportQueue.enter(currentRequester());
  requestContext()?.onClose?.(() => place.leave()); // nobody reads or cancels the answer to HEAD, or to who left early
  const next = () => place.run(() => pieces.next());
  let text = "";
  try {
    while (text.length < short) {
      const { value, done } = await next();
      if (done) {
        place.leave();
        return wholeText(text, { headers });
      }
      text += value;
    }
  } catch (error) {
    place.leave();
    throw error;
  }
  const encoder = new TextEncoder();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      controller.enqueue(encoder.encode(text));
      text = ""; // or it would be kept as long as the stream
    },
    async pull(controller) {
      const { value, done } = await next().catch((error: unknown) => {
        place.leave();
        throw error;
      });
      if (!done) return controller.enqueue(encoder.encode(value));
      place.leave();
      controller.close();
    },
    async cancel() {
      place.leave();
      await pieces.return(undefined);
    },
  };
  return new Response(whileAdmitted(new ReadableStream(source, onlyAsTaken)), { headers });
}

/** Nothing is made ahead: readers may be many, and slow. */
const onlyAsTaken = { highWaterMark: 0 };

/** No fault of ours. Remix, which reads some bodies itself, takes it for a refusal by these properties. */
const mayNotReadOn = () =>
  Object.assign(new Error("Whoever read this may not read it any more."), {
    status: 403,
    statusText: "Forbidden",
    internal: false,
    data: null,
  });

/** The same body, which ends in the middle where what let its request in ends meanwhile. */
export function whileAdmitted(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const assertStillAdmitted = requestContext()?.assertStillAdmitted; // it is read on in other contexts, of whoever takes it
  const reader = body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      await assertStillAdmitted?.().catch(async () => {
        await reader.cancel();
        throw mayNotReadOn();
      });
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  };
  return new ReadableStream(source, onlyAsTaken);
}
