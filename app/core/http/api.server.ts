/**
 * Conventions of `/api`: JSON in, JSON out, errors as `{ message }`. Helpers that throw a response are async, as
 * responses may be delayed: `return` or `await` them, or the code after them runs on.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { config } from "config";
import { errorMessages } from "~/core/values/error-messages.server";
import { requestContext } from "./request-context.server";
import { WholeResponse } from "./whole-response.server";
import { currentRequester, exportQueue } from "./work-queues.server";

type Body = Record<string, unknown>;

/** Returns a JSON response after the configured delay. */
export async function answer(value: unknown, init?: ResponseInit): Promise<Response> {
  if (config.apiDelayMs) await pause(config.apiDelayMs);
  const json = new WholeResponse(Buffer.from(JSON.stringify(value)), init);
  json.headers.set("Content-Type", "application/json");
  return json;
}

/** Throws a 400 response with error messages by field; those about the whole body are under `body`. */
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

/** Throws a 404 response with a message such as "User not found". */
export async function absent(message: string): Promise<never> {
  throw await answer({ message }, { status: 404 });
}

/** Throws a 405 response with the allowed methods. */
export async function methodNotAllowed(allowed: string): Promise<never> {
  throw await answer({ message: `Use one of ${allowed} here` }, { status: 405, headers: { Allow: allowed } });
}

/** Maximum nesting depth of a body. */
const deepest = 10;

/** Returns the body as text. Rechecks the sender's access, as the body may have taken minutes to arrive. */
export async function textBody(request: Request): Promise<string> {
  const text = await request.text();
  await requestContext()?.assertStillAdmitted?.();
  return text;
}

/** Parses the body as a JSON object. Throws a 400 response if it is not one. */
export async function jsonBody(request: Request): Promise<Body> {
  return parseBody(await textBody(request));
}

/** Like `jsonBody`, but returns `{}` for an empty body. */
export async function optionalJsonBody(request: Request): Promise<Body> {
  const text = await textBody(request);
  return text ? parseBody(text) : {};
}

/** Like `jsonBody`, for a body that was already read. */
export async function parseBody(text: string): Promise<Body> {
  if (nesting(text) > deepest) return invalidRequest({ "": `Nest lists and objects at most ${deepest} deep` });
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // Handled below: invalid JSON gets the same response as JSON that is not an object.
  }
  return invalidRequest();
}

/** Returns the maximum nesting depth of brackets outside strings, without parsing. */
function nesting(json: string): number {
  let depth = 0;
  let deepestSoFar = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') inText = !inText;
    else if (inText)
      at += character === "\\" ? 1 : 0; // skip the escaped character, which may be a quote
    else if (character === "{" || character === "[") deepestSoFar = Math.max(deepestSoFar, ++depth);
    else if (character === "}" || character === "]") depth--;
  }
  return deepestSoFar;
}

/** Validates a body by the schema. Throws a 400 response with error messages by field. */
export async function valuesOf<Schema extends z.ZodType>(schema: Schema, body: Body): Promise<z.output<Schema>> {
  const result = await schema.safeParseAsync(body);
  return result.success ? result.data : invalidRequest(errorMessages(result.error));
}

/** Streams a JSON array of any length as its rows are read. A short one is sent in one piece. */
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
    yield before + JSON.stringify(rows.map((row) => shape(row))).slice(1, -1);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** Below this length a text is sent in one piece, in characters. */
const onePieceLength = 100_000;

/**
 * Streams a response of text chunks, reading only as fast as the client does. Breaks off if the reader's access ends in
 * between.
 */
export async function streamText(pieces: AsyncGenerator<string>, headers: HeadersInit): Promise<Response> {
  const place = exportQueue.enter(currentRequester());
  requestContext()?.onClose?.(() => place.leave()); // nobody reads or cancels a response to HEAD or after a disconnect
  const next = () => place.run(() => pieces.next());
  let text = "";
  try {
    while (text.length < onePieceLength) {
      const { value, done } = await next();
      if (done) {
        place.leave();
        return new WholeResponse(Buffer.from(text), { headers });
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
      text = ""; // free the memory while the stream is open
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
  return new Response(whileAdmitted(new ReadableStream(source, unbuffered)), { headers });
}

/** Disables buffering: there may be many slow clients. */
const unbuffered = { highWaterMark: 0 };

/** Not a server error: with these properties Remix, which reads some bodies itself, treats it as a 403 response. */
const mayNotReadOn = () =>
  Object.assign(new Error("Whoever read this may not read it any more."), {
    status: 403,
    statusText: "Forbidden",
    internal: false,
    data: null,
  });

/** Returns the same body, which breaks off if the reader's access ends in between. */
export function whileAdmitted(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const assertStillAdmitted = requestContext()?.assertStillAdmitted; // the stream is read in another context
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
  return new ReadableStream(source, unbuffered);
}
